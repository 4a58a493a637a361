"use strict";
// The page: shows the view that its address names.

(() => {
  const { element, select, field } = elements;
  const main = document.getElementById("main");
  let study = null;
  let view = null;

  // Goes to the present view with some changes. One that only refines it makes no step in the
  // history; a quiet one is shown already.
  function go(changes, { quietly = false } = {}) {
    const hash = address.of(study, view, changes);
    view = address.parse(study, hash);
    history.replaceState(null, "", hash);
    if (!quietly) show(false);
  }

  async function show(isNew) {
    fillLens();
    for (const [id, page] of [["overview", "overview"], ["sentences", "sentences"], ["help", "help"]]) {
      const link = document.getElementById(`to-${id}`);
      link.toggleAttribute("aria-current", view.page === page);
      if (view.page === page) link.setAttribute("aria-current", "page");
      const { metric, method } = view;
      link.href = address.of(study, { ...address.DEFAULTS, metric, method, page, parts: [] });
    }
    const shown = view;
    if (view.page === "sentence") await sentence.render(main, study, view, go, neighbours());
    else if (view.page === "sentences") list.render(main, study, view, go);
    else if (view.page === "help") help.render(main, study);
    else overview.render(main, study, view);
    if (shown !== view) return;
    document.title = title();
    document.body.dataset.page = view.page;
    if (isNew && view.page !== "sentences") window.scrollTo(0, 0);
    if (isNew && view.page === "sentence") main.querySelector("h1").focus({ preventScroll: true });
  }

  function title() {
    const names = {
      sentence: main.querySelector("h1")?.textContent, sentences: "Sentences", help: "How to read this",
    };
    return `${names[view.page] ?? "Overview"} – ${study.name}`;
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
    if (!lens.children.length) {
      lens.append(
        field("Metric", select({ name: "metric" }, options("metric", study.metrics), view.metric)),
        field("Method", select({ name: "method" }, options("method", study.methods), view.method)),
      );
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
    view = address.parse(study, location.hash);
    return show(true).catch(fail);
  }

  async function start() {
    study = new Study(await data.load("index"));
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
    idle(() => study.searchable);
    for (const metric of study.metrics) idle(() => study.strengths(metric, view.method));
  }

  start().catch(fail);
})();
