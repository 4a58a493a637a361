"use strict";
// The address of a view: #/sentences?type=DET, #/sentence/learner/12/gector?metric=some.

const address = (() => {
  const DEFAULTS = {
    metric: "", method: "", q: "", dataset: "", system: "", type: "", operation: "", sign: "",
    references: "", people: "", errors: "", author: "", min: "1", max: "", sort: "corpus", against: "", on: "",
  };
  const CHOICES = {
    sign: ["", "raises", "lowers", "nothing"],
    references: ["", "in", "out", "agree", "differ"],
    people: ["", "valid", "invalid", "agree", "differ"],
    errors: ["", "any", "nobody", "alone"],
    sort: ["corpus", "gain", "loss", "phi", "edits", "metrics", "methods", "references"],
  };

  const PAGES = ["sentences", "sentence", "authors", "author", "help"];

  // The view that a hash names; what it does not know becomes the default.
  function parse(study, hash) {
    const [path, parameters] = hash.replace(/^#/, "").split("?", 2);
    const [, page = "", ...parts] = path.split("/").map(decoded);
    const view = { ...DEFAULTS, page: PAGES.includes(page) ? page : "sentences", parts };
    for (const [key, value] of new URLSearchParams(parameters)) {
      if (key in DEFAULTS) view[key] = value;
    }
    for (const [key, values] of Object.entries(CHOICES)) {
      if (!values.includes(view[key])) view[key] = DEFAULTS[key];
    }
    for (const key of ["min", "max"]) {
      if (!/^\d*$/.test(view[key])) view[key] = DEFAULTS[key];
    }
    if (!/^\d*$/.test(view.on)) view.on = "";
    return completed(study, view);
  }

  // A view has a metric and a method, and another one of those that are compared.
  function completed(study, view) {
    const metrics = offered(study, view);
    if (!metrics.includes(view.metric)) view.metric = metrics[0];
    if (!study.methods.includes(view.method)) view.method = study.methods[0];
    const compared = { metrics, methods: study.methods }[view.sort];
    if (!compared) {
      view.against = "";
    } else {
      const own = view.sort === "metrics" ? view.metric : view.method;
      const others = compared.filter((name) => name !== own);
      if (!others.includes(view.against)) view.against = others[0] ?? own;
    }
    return view;
  }

  // The metrics that score what a view shows: of one sentence or one data set, its own.
  function offered(study, view) {
    const [name, line, system] = view.parts;
    if (view.page === "sentence") {
      const correction = study.find(name, Number(line), system);
      return correction < 0 ? study.metrics : study.metricsOf(correction);
    }
    return study.metricsIn(view.page === "author" ? name : view.dataset);
  }

  // The hash of a view with some changes.
  function of(study, view, changes = {}) {
    const next = { ...view, ...changes };
    completed(study, next);
    const known = { ...DEFAULTS, metric: study.metrics[0], method: study.methods[0] };
    const parameters = new URLSearchParams();
    for (const [key, value] of Object.entries(known)) {
      if (next[key] !== value) parameters.set(key, next[key]);
    }
    const path = [next.page, ...next.parts].map(encodeURIComponent).join("/");
    const query = parameters.toString();
    return `#/${path}${query ? `?${query}` : ""}`;
  }

  const list = (study, view, changes = {}) =>
    of(study, view, { on: "", ...changes, page: "sentences", parts: [] });

  const sentence = (study, view, correction, changes = {}) =>
    of(study, view, {
      on: "",
      ...changes,
      page: "sentence",
      parts: [
        study.datasetOf(correction).name, String(study.lineOf(correction)),
        study.systemOf(correction),
      ],
    });

  function decoded(text) {
    try {
      return decodeURIComponent(text);
    } catch {
      return text;
    }
  }

  return { DEFAULTS, parse, of, list, sentence, offered };
})();
