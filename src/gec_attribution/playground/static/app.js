"use strict";
// The page: asks the server for explanations, and shows them as the explorer does.

(() => {
  const { element, select, field, count } = elements;
  const result = document.getElementById("result");
  const problem = document.getElementById("problem");
  const notice = document.getElementById("notice");
  const lens = document.getElementById("lens");
  let running = null;
  let shown = null;

  // Asks the server for something; a later question gives the former one up.
  async function ask(path, content, { keepsResult = false } = {}) {
    running?.abort();
    const own = running = new AbortController();
    problem.hidden = true;
    notice.hidden = true;
    document.body.setAttribute("aria-busy", "true");
    try {
      return await progress.during(server.post(path, content, own.signal), () => own.abort());
    } catch (error) {
      if (error.name !== "AbortError") {
        // What is shown is no answer to what was asked now.
        if (!keepsResult) clear();
        fail(error);
      }
      return null;
    } finally {
      if (running === own) {
        running = null;
        document.body.removeAttribute("aria-busy");
      }
    }
  }

  function clear() {
    shown = null;
    result.replaceChildren();
    lens.hidden = true;
  }

  function tell(text) {
    notice.textContent = text;
    notice.hidden = false;
  }

  function fail(error) {
    problem.textContent = error.message;
    problem.hidden = false;
    problem.scrollIntoView({ block: "nearest" });
  }

  async function explain(request, options) {
    const answer = await ask("/api/explain", request, options);
    if (!answer) return;
    history.replaceState(null, "", sharing.fragmentOf(request));
    data.provide(".0", [JSON.stringify(answer.details)]);
    for (const [metric, numbers] of Object.entries(answer.numbers)) {
      data.provide(`numbers.${metric}`, [JSON.stringify(numbers)]);
    }
    const study = new Study(answer.index, [answer.sentence], [JSON.stringify(answer.texts)]);
    await study.readNumbers(study.metrics);
    const { metric, method } = shown?.view ?? {};
    shown = {
      study,
      records: answer.details.records,
      request,
      view: {
        metric: study.metrics.includes(metric) ? metric : study.metrics[0],
        method: study.methods.includes(method) ? method : study.methods[0],
        on: "",
      },
    };
    fillLens();
    await show();
    if (answer.warnings.length) tell(answer.warnings.join("\n"));
    result.focus({ preventScroll: true });
    result.scrollIntoView({ block: "start" });
  }

  // What the address asks for, which somebody kept or was given.
  function explainAddress() {
    const request = sharing.requestOf(location.hash);
    if (!request) return;
    asking.fill(request);
    explain(request).then(writeHypothesis);
  }

  async function correct(sentence, system) {
    const answer = await ask("/api/correct", { ...sentence, system });
    if (!answer) return;
    asking.write(answer.hypothesis);
    // What is shown is of another correction.
    clear();
    if (!answer.changed) tell("The system changes nothing in this sentence.");
  }

  // Edits that were added or left out, of the sentence that is shown.
  async function explainEdits(edits) {
    const { request } = shown;
    const before = shown;
    await explain({
      language: request.language,
      source: request.source,
      tokenised: request.tokenised,
      edits,
      ...asking.ways(),
    }, { keepsResult: true });
    if (shown !== before) writeHypothesis();
  }

  function writeHypothesis() {
    if (shown) asking.write(shown.study.text(0, () => true));
  }

  async function show() {
    const { study, view } = shown;
    const context = await sentence.contextOf(study, view, 0, (changes) => Object.assign(view, changes));
    const { edits } = context;
    result.replaceChildren(
      element("h2", {}, edits.length ? `${count(edits.length, "edit")}` : "No edit"),
      ...sentence.analysis(context),
      adding.render(context, explainEdits),
      element("p", { class: "downloads" },
        element("button", { type: "button", onclick: (event) => copyText(event, context) }, "Copy as text"),
        element("button", { type: "button", onclick: (event) => copyImage(event, context) }, "Copy as image"),
        element("button", { type: "button", onclick: () => downloadImage(context) }, "Download image"),
        element("button", { type: "button", onclick: downloadJson }, "Download JSON"),
        element("button", { type: "button", onclick: downloadCsv }, "Download CSV"),
        element("span", { role: "status" })),
      element("p", { class: "note" }, "The sentence is in the address of this page, after the #: copy or bookmark it " +
        "to see this again. Browsers do not send that part anywhere."),
      edits.length ? sentence.signatures(context) : "",
    );
  }

  const say = (event, text) => {
    event.target.parentElement.querySelector("[role=status]").textContent = text;
  };

  async function copyText(event, context) {
    say(event, "");
    const text = sharing.textOf(context);
    try {
      await navigator.clipboard.writeText(text);
      say(event, "Copied.");
    } catch {
      download.save("playground.txt", "text/plain", [text]);
      say(event, "The browser does not allow copying here; the text was downloaded instead.");
    }
  }

  function imageOf(context) {
    const direction = getComputedStyle(result.querySelector(".sentence")).direction;
    const canvas = sharing.imageOf(context, direction === "rtl");
    return new Promise((resolve) => canvas.toBlob(resolve, "image/png"));
  }

  async function downloadImage(context) {
    download.save("playground.png", "image/png", [await imageOf(context)]);
  }

  async function copyImage(event, context) {
    say(event, "");
    const image = await imageOf(context);
    try {
      await navigator.clipboard.write([new ClipboardItem({ "image/png": image })]);
      say(event, "Copied.");
    } catch {
      download.save("playground.png", "image/png", [image]);
      say(event, "The browser does not allow copying images here; it was downloaded instead.");
    }
  }

  function downloadJson() {
    const text = JSON.stringify(shown.records, null, 1);
    download.save("playground.json", "application/json", [`${text}\n`]);
  }

  function downloadCsv() {
    const { study, view } = shown;
    download.csv(study, view, { order: [0], passes: null }, () => {});
  }

  function fillLens() {
    const { study, view } = shown;
    const options = (kind, names) => names.map((name) => [name, study.label(kind, name)]);
    lens.replaceChildren(
      field("Metric shown", select({ name: "metric" }, options("metric", study.metrics), view.metric)),
      field("Method shown", select({ name: "method" }, options("method", study.methods), view.method)),
    );
    lens.hidden = study.metrics.length * study.methods.length < 2;
  }

  // The models of what is chosen load while somebody types.
  function prepare() {
    const { metrics } = asking.ways();
    server.post("/api/load", { language: asking.language(), metrics }).catch(() => {});
  }

  async function start() {
    const offered = await server.get("/api/study");
    document.getElementById("study").textContent = offered.study && `of the study ${offered.study}`;
    asking.start(offered, { explain, correct, changed: prepare });
    lens.addEventListener("submit", (event) => event.preventDefault());
    lens.addEventListener("input", () => {
      Object.assign(shown.view, Object.fromEntries(new FormData(lens)));
      show();
    });
    prepare();
    window.addEventListener("hashchange", explainAddress);
    explainAddress();
    document.body.dataset.ready = "true";
  }

  start().catch(fail);
})();
