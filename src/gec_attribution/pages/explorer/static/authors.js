"use strict";
// Who wrote the sentences: how many errors of which kind each author has, and one author's text in
// order.

const authors = (() => {
  const { element, select, field, count } = elements;
  const KINDS = 8; // categories of errors with a column of their own

  const known = (study) => study.datasets.some((dataset) => dataset.authors.length);

  const namesOfKinds = (study) => new Map(
    query.categories(study).map(({ category, name }) => [category, name || category]));

  // ---- all authors

  function render(main, study, view) {
    const datasets = study.datasets.filter((dataset) => dataset.authors.length);
    main.replaceChildren(
      element("h1", { tabindex: -1 }, "Authors"),
      element("p", { class: "note" }, "How many errors of which kind each author made. An author " +
        "opens the text in order; a number opens the sentences."),
      ...datasets.map((dataset) => table(study, view, dataset)),
    );
  }

  function table(study, view, dataset) {
    const byAuthor = dataset.authors.map((name) => ({ name, ...errors(study, dataset, name) }));
    const all = new Map();
    for (const { kinds } of byAuthor) {
      for (const [kind, number] of kinds) all.set(kind, (all.get(kind) ?? 0) + number);
    }
    const most = [...all].sort((a, b) => b[1] - a[1]).slice(0, KINDS).map(([kind]) => kind);
    const names = namesOfKinds(study);
    const list = (name, changes) => address.list(study,
      { ...address.DEFAULTS, metric: view.metric, method: view.method },
      { dataset: dataset.name, author: name, ...changes });
    const cell = (text) => element("td", { class: "number" }, text);
    const rate = ({ number, words }) => (words ? (100 * number / words).toFixed(1) : "");
    const rest = ({ kinds, number }) => number - most.reduce((sum, kind) => sum + (kinds.get(kind) ?? 0), 0);
    return element("section", { class: "authors", "aria-labelledby": `authors-${dataset.name}` },
      element("h2", { id: `authors-${dataset.name}` }, dataset.label),
      element("p", { class: "note" }, counted(study, dataset)),
      elements.scrolling(`${dataset.label}: errors`,
        element("table", {},
          element("thead", {}, element("tr", {},
            ["Author", "Sentences", "Errors", `in 100 ${dataset.gap ? "words" : "characters"}`, ...most.map((kind) => names.get(kind)), "all others"]
              .map((heading) => element("th", { scope: "col" }, heading)))),
          element("tbody", {}, byAuthor.map((each) => element("tr", {},
            element("th", { scope: "row" }, element("a", { href: text(study, view, dataset, each.name) }, each.name)),
            cell(String(each.lines)), cell(String(each.number)), cell(rate(each)),
            most.map((kind) => cell(each.kinds.get(kind)
              ? element("a", { href: list(each.name, {
                type: kind, ...(dataset.references ? { errors: "any" } : { system: dataset.systems[0] }),
              }) }, String(each.kinds.get(kind)))
              : "0")),
            cell(String(rest(each)))))))));
  }

  // What counts as an error of a data set, in words.
  const counted = (study, dataset) => (dataset.references
    ? "Errors are the edits of the first reference."
    : `There is no reference: errors are what ${study.label("system", dataset.systems[0])} edits.`);

  // The lines of an author, from 1.
  function linesOf(study, dataset, name) {
    const lines = dataset.sentences.map(({ author }, i) => (author === name ? i + 1 : 0));
    return name ? lines.filter(Boolean) : [];
  }

  // Of an author: how many lines and words, and how many errors, in all and of each category.
  function errors(study, dataset, name) {
    const lines = linesOf(study, dataset, name);
    const kinds = new Map();
    let words = 0;
    let number = 0;
    for (const line of lines) {
      const correction = study.find(dataset.name, line, dataset.systems[0]);
      words += study.corrections[correction].sentence.length;
      const made = dataset.references
        ? study.referencesOf(correction)[0] ?? []
        : study.corrections[correction].edits;
      for (const { number: type } of made) {
        const { category } = study.types[type];
        kinds.set(category, (kinds.get(category) ?? 0) + 1);
        number += 1;
      }
    }
    return { lines: lines.length, words, number, kinds };
  }

  // ---- one author

  const text = (study, view, dataset, name) => address.of(study, {
    ...address.DEFAULTS, metric: view.metric, method: view.method, system: view.system,
    page: "author", parts: [dataset.name, name],
  });

  function renderOne(main, study, view, go) {
    const dataset = study.datasets.find(({ name }) => name === view.parts[0]);
    const lines = dataset ? linesOf(study, dataset, view.parts[1]) : [];
    if (!lines.length) {
      main.replaceChildren(element("h1", { tabindex: -1 }, "There is no such author"),
        element("p", {}, element("a", { href: "#/authors" }, "See all authors")));
      return;
    }
    const { number, kinds } = errors(study, dataset, view.parts[1]);
    const system = dataset.systems.includes(view.system) ? view.system : dataset.systems[0];
    const names = namesOfKinds(study);
    const most = [...kinds].sort((a, b) => b[1] - a[1])
      .map(([kind, of]) => `${names.get(kind)} ${of}`).join(", ");
    const systems = dataset.systems.map((name) => [name, study.label("system", name)]);
    const form = element("form", {}, field("As corrected by", select({ name: "system" }, systems, system)));
    form.addEventListener("input", () => go({ system: form.elements.system.value }));
    form.addEventListener("submit", (event) => event.preventDefault());
    main.replaceChildren(
      element("p", { class: "around" }, element("a", { class: "button", href: "#/authors" }, "All authors")),
      element("h1", { tabindex: -1 }, `${view.parts[1]}, ${dataset.label}`),
      element("p", {}, `${count(lines.length, "sentence")}, ${count(number, "error")}${most ? `: ${most}` : ""}. ` +
        counted(study, dataset)),
      form,
      marks.scale(study, view),
      element("ol", { class: "text" }, lines.map((line) => {
        const correction = study.find(dataset.name, line, system);
        return element("li", { value: line },
          marks.sentence(study, view, correction),
          element("a", { href: address.sentence(study, view, correction), "aria-label": `Sentence ${line}` }, "numbers"));
      })),
    );
  }

  return { known, render, renderOne };
})();
