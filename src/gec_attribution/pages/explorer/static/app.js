"use strict";
// The page: shows the view that its address names.

(() => {
  const { element, select, field } = elements;
  const PAGES = ["sentences", "authors", "help"];
  const main = document.getElementById("main");
  let study = null;
  let view = null;

  const AT_ONCE = 1000; // milliseconds within which more of the same is no new step
  let refined = { what: "", when: 0 };

  // Goes to the present view with some changes. Each makes a step in the history, so that Back
  // returns to what was searched before; what is typed in one go is one step. A quiet one is shown
  // already, and is none.
  function go(changes, { quietly = false } = {}) {
    const what = Object.keys(changes).filter((key) => changes[key] !== view[key]).join();
    const when = performance.now();
    const goesOn = quietly || (what === refined.what && when - refined.when < AT_ONCE);
    const step = { what, when };
    refined = step;
    const hash = address.of(study, view, changes);
    view = address.parse(study, hash);
    if (goesOn || hash === location.hash) history.replaceState(null, "", hash);
    else history.pushState(null, "", hash);
    // A slow page is no pause of the typist.
    const rest = () => (step.when = performance.now());
    if (!quietly) show(false).then(rest).catch(fail);
  }

  async function show(isNew) {
    const shown = view;
    if (view.q) await study.readSearched();
    await study.readNumbers(view.page === "sentences" ? shownMetrics() : study.metrics);
    // Another view was asked for while this one was read.
    if (shown !== view) return;
    fillLens();
    for (const page of PAGES) {
      const link = document.getElementById(`to-${page}`);
      if (view.page === page) link.setAttribute("aria-current", "page");
      else link.removeAttribute("aria-current");
      if (page === "authors") link.hidden = !authors.known(study);
      const { metric, method } = view;
      link.href = address.of(study, { ...address.DEFAULTS, metric, method, page, parts: [] });
    }
    if (view.page === "sentence") await sentence.render(main, study, view, go, neighbours());
    else if (view.page === "authors") authors.render(main, study, view);
    else if (view.page === "author") authors.renderOne(main, study, view, go);
    else if (view.page === "help") help.render(main, study);
    else list.render(main, study, view, go);
    if (shown !== view) return;
    document.title = title();
    document.body.dataset.page = view.page;
    if (isNew && view.page !== "sentences") window.scrollTo(0, 0);
    if (isNew && view.page === "sentence") main.querySelector("h1").focus({ preventScroll: true });
  }

  // The metrics by which a list is shown and sorted.
  const shownMetrics = () => (view.sort === "metrics" ? [view.metric, view.against] : [view.metric]);

  function title() {
    const names = {
      sentence: main.querySelector("h1")?.textContent, author: main.querySelector("h1")?.textContent,
      sentences: "Sentences", authors: "Authors", help: "How to read this",
    };
    return `${names[view.page]} – ${study.name}`;
  }

  // The corrections before and after the one of the view, in its list.
  function neighbours() {
    const [dataset, line, system] = view.parts;
    const { order } = query.select(study, view);
    const place = order.indexOf(study.find(dataset, Number(line), system));
    return {
      place,
      size: order.length,
      previous: place > 0 ? order[place - 1] : -1,
      next: place >= 0 && place + 1 < order.length ? order[place + 1] : -1,
    };
  }

  function fillLens() {
    const lens = document.getElementById("lens");
    const options = (kind, names) => names.map((name) => [name, study.label(kind, name)]);
    const metrics = address.offered(study, view);
    if (lens.dataset.metrics !== metrics.join()) {
      lens.dataset.metrics = metrics.join();
      lens.replaceChildren(
        field("Metric", select({ name: "metric" }, options("metric", metrics), view.metric)),
        field("Method", select({ name: "method" }, options("method", study.methods), view.method)),
      );
    }
    if (!lens.dataset.ready) {
      lens.dataset.ready = "true";
      lens.addEventListener("input", () => go(Object.fromEntries(new FormData(lens))));
      lens.addEventListener("submit", (event) => event.preventDefault());
    }
    lens.elements.metric.value = view.metric;
    lens.elements.method.value = view.method;
  }

  function fail(error) {
    main.replaceChildren(element("h1", {}, "Something is missing"), element("p", {}, error.message));
  }

  function navigate() {
    refined = { what: "", when: 0 };
    view = address.parse(study, location.hash);
    return show(true).catch(fail);
  }

  async function start() {
    const [lines, texts] = await Promise.all(["index", "texts"].map(data.load));
    const [index, ...sentences] = lines.map((line) => JSON.parse(line));
    study = new Study(index, sentences, texts);
    document.getElementById("study").textContent = study.name;
    window.addEventListener("hashchange", navigate);
    document.addEventListener("keydown", (event) => {
      if (view.page === "sentences") list.onkey(event);
      if (view.page === "sentence") sentence.onkey(event);
    });
    await navigate();
    document.body.dataset.ready = "true";
    // What the first search and the first comparison need, while nobody waits.
    const idle = window.requestIdleCallback ?? ((work) => setTimeout(work, 200));
    idle(async () => {
      await study.readSearched();
      await study.readNumbers(study.metrics);
      idle(() => study.searchable);
      for (const metric of study.metrics) idle(() => study.strengths(metric, view.method));
    });
  }

  start().catch(fail);
})();
