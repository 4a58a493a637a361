"use strict";
// Edits by hand: words of the source to choose, and what is to stand in their place.

const adding = (() => {
  const { element, select, field, visible } = elements;
  const PLACES = [
    ["instead", "in place of the chosen words"],
    ["before", "before the chosen words"],
    ["after", "after the chosen words"],
  ];

  // `explain` is called with the edits that are then explained.
  function render({ study, view, correction, details, edits, dataset }, explain) {
    const { tokens } = study.textsOf(correction);
    const { records: [record] } = details;
    const own = record.edits.map(({ start, end, correction: text }) =>
      ({ start, end, correction: text, tokenised: true }));
    let chosen = null;
    const say = element("p", { class: "note", "aria-live": "polite" });
    const words = tokens.map((token, i) => element("button", {
      type: "button", class: edits.some((edit) => edit.start <= i && i < edit.end) ? "word edited" : "word",
      onclick: () => choose(i),
    }, visible(token.trim())));
    const place = select({ name: "place" }, PLACES, "instead");
    const text = element("input", {
      type: "text", name: "text", autocomplete: "off", spellcheck: "false", dir: "auto",
      lang: dataset.language,
    });

    // A second word makes a stretch of both; a chosen one is chosen alone, and then no longer.
    function choose(i) {
      if (!chosen) chosen = [i, i + 1];
      else if (i < chosen[0]) chosen = [i, chosen[1]];
      else if (i >= chosen[1]) chosen = [chosen[0], i + 1];
      else chosen = chosen[1] - chosen[0] === 1 ? null : [i, i + 1];
      show();
    }

    function show() {
      words.forEach((word, i) =>
        word.setAttribute("aria-pressed", String(Boolean(chosen) && chosen[0] <= i && i < chosen[1])));
      say.textContent = chosen
        ? `Chosen: ${visible(tokens.slice(...chosen).join("").trim())}`
        : "Choose a word, or the first and the last of several.";
    }

    function add() {
      if (!chosen) {
        say.textContent = "Choose the words first.";
        words[0]?.focus();
        return;
      }
      const [start, end] = { instead: chosen, before: [chosen[0], chosen[0]], after: [chosen[1], chosen[1]] }[place.value];
      const kept = own.filter((edit) => !touches(edit, start, end));
      explain([...kept, { start, end, correction: text.value }]);
    }

    function keepThoseOn() {
      const mask = BigInt(view.on || (1n << BigInt(edits.length)) - 1n);
      explain(own.filter((_, i) => (mask >> BigInt(i)) & 1n));
    }

    show();
    const form = element("form", { class: "adding" },
      element("p", { class: "words-to-choose", dir: "auto", lang: dataset.language, role: "group", "aria-label": "Words of the sentence" },
        words),
      say,
      element("div", { class: "buttons" }, field("Put", text), field("Where", place),
        element("button", {}, "Add this edit")));
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      add();
    });
    return element("section", { "aria-labelledby": "adding" },
      element("h2", { id: "adding" }, "Change the edits"),
      element("p", { class: "note" }, "Choose words of the sentence and type their replacement, or nothing " +
        "to delete them. It takes the place of any edit of the same words. Then everything is explained again."),
      form,
      edits.length ? element("p", {}, element("button", { type: "button", onclick: keepThoseOn },
        "Explain only the edits that are switched on")) : "");
  }

  // Whether an edit changes words of [start, end), or inserts inside or at the same place.
  function touches(edit, start, end) {
    if (edit.start === edit.end && start === end) return edit.start === start;
    return edit.start < end && edit.end > start;
  }

  return { render };
})();
