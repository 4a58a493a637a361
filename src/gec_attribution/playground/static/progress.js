"use strict";
// What the server is doing while somebody waits: which models load, how many sentences are scored.

const progress = (() => {
  const { element } = elements;
  const EVERY = 300;
  const place = document.getElementById("status");

  // Shows what is going on until `work` is done; `stop` gives it up.
  async function during(work, stop) {
    const text = element("span");
    const bar = element("progress", { "aria-label": "Progress" });
    const began = performance.now();
    let over = false;
    // What takes no time to do takes none to read, either.
    const timer = setTimeout(async function watch() {
      place.replaceChildren(bar, text, element("button", { type: "button", onclick: stop }, "Stop"));
      place.hidden = false;
      while (!over) {
        const status = await server.get("/api/status").catch(() => null);
        if (over) return;
        if (status) show(status, text, bar, (performance.now() - began) / 1000);
        await new Promise((resolve) => setTimeout(resolve, EVERY));
      }
    }, EVERY);
    try {
      return await work;
    } finally {
      over = true;
      clearTimeout(timer);
      place.hidden = true;
      place.replaceChildren();
    }
  }

  function show(status, text, bar, seconds) {
    let said;
    if (status.loading) {
      said = `Loading ${status.loading}, once`;
      bar.removeAttribute("value");
    } else if (status.of) {
      said = `Scoring: ${status.scored.toLocaleString("en")} of ` +
        `${status.of.toLocaleString("en")} sentences`;
      bar.max = status.of;
      bar.value = status.scored;
    } else {
      said = status.waiting ? "Waiting for another request" : "At work";
      bar.removeAttribute("value");
    }
    if (status.waiting && status.of) said += `; ${status.waiting} waiting`;
    // A screen reader is told what is new, not the seconds.
    if (text.firstChild?.textContent !== said) {
      text.replaceChildren(element("span", {}, said), element("span", { "aria-hidden": "true" }));
    }
    text.lastChild.textContent = ` (${Math.round(seconds)} s)`;
  }

  return { during };
})();
