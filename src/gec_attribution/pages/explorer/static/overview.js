"use strict";
// The first page: questions that open the sentences that answer them, and the study's figures, of
// which each cell opens the sentences behind it.

const overview = (() => {
  const { element, select, count } = elements;

  function render(main, study, view) {
    main.replaceChildren(
      element("h1", {}, "What each edit did to the score"),
      element("p", {}, `The study “${study.name}” says of each edit of each corrected sentence how ` +
        `much it raised or lowered ${names(study)}. `,
        element("a", { href: "#/help" }, "How to read this")),
      element("section", { "aria-labelledby": "counts" },
        element("h2", { id: "counts" }, "What there is"),
        counts(study, view)),
      study.advice.length ? element("section", { "aria-labelledby": "advice" },
        element("h2", { id: "advice" }, "Which metric to believe"),
        study.advice.map((paragraph) => element("p", { class: "advice" }, paragraph)),
        element("p", { class: "note" }, "A metric agrees with the references about an edit if it " +
          "rewards one that a reference has, or punishes one that none has; of several references " +
          "the one counts that agrees best. In brackets are 95 % intervals.")) : "",
      element("section", { "aria-labelledby": "questions" },
        element("h2", { id: "questions" }, "Ask"),
        questions(study, view)),
      ...study.charts.map((chart) => drawn(study, view, chart)),
    );
  }

  function names(study) {
    const labels = study.metrics.map((metric) => study.label("metric", metric));
    return labels.length > 1
      ? `${labels.slice(0, -1).join(", ")} and ${labels.at(-1)}` : labels[0];
  }

  // How many sentences, corrections of them, and edits each data set has.
  function counts(study, view) {
    const rows = study.datasets.map((dataset, number) => {
      const corrections = dataset.sources.length * dataset.systems.length;
      const first = study.firstEdit.subarray(dataset.first, dataset.first + corrections + 1);
      const edited = first.subarray(1).reduce((sum, stop, i) => sum + (stop > first[i]), 0);
      return [
        dataset.sources.length, dataset.systems.length, corrections, edited,
        dataset.corrections.length, number,
      ];
    });
    const cell = (value) => element("td", { class: "number" }, value.toLocaleString("en"));
    return [
      elements.scrolling("Counts of each data set",
        element("table", {},
          element("thead", {}, element("tr", {},
            ["Data set", "Sentences", "Systems", "Corrected sentences", "of them edited", "Edits"]
              .map((heading) => element("th", { scope: "col" }, heading)))),
          element("tbody", {}, rows.map(([lines, systems, corrections, edited, edits, number]) => {
            const { name, label } = study.datasets[number];
            const href = address.list(study, { ...address.DEFAULTS, metric: view.metric, method: view.method }, { dataset: name });
            return element("tr", {}, element("th", { scope: "row" }, element("a", { href }, label)),
              cell(lines), cell(systems), cell(corrections), cell(edited), cell(edits));
          })))),
      element("p", { class: "note" }, "Each sentence is corrected once by each system, which makes " +
        "the corrected sentences; those with an edit are what the list shows at first. An edit that " +
        "two systems make counts twice."),
    ];
  }

  // ---- questions

  function questions(study, view) {
    const choice = (name, label, options, chosen) =>
      select({ name, "aria-label": label }, options, chosen ?? options[0][0]);
    const metrics = study.metrics.map((name) => [name, study.label("metric", name)]);
    const methods = study.methods.map((name) => [name, study.label("method", name)]);
    const types = [["", "any"],
      ...query.byLanguage(study, query.categories(study), (each) => each.name || each.category)];
    const systems = [["", "some system"], ...[...new Set(study.datasets
      .filter((dataset) => dataset.references).flatMap((dataset) => dataset.systems))]
      .map((name) => [name, study.label("system", name)])];
    const type = () => choice("type", "Error type", types);
    const metric = () => choice("metric", "Metric", metrics);
    const ask = (fixed, ...parts) => element("form", {
      class: "question",
      onsubmit: (event) => {
        event.preventDefault();
        const chosen = Object.fromEntries(new FormData(event.target));
        location.hash = address.of(study, {
          ...address.DEFAULTS, method: view.method, ...fixed, ...chosen,
          page: "sentences", parts: [],
        });
      },
    }, parts, " ", element("button", {}, "Show"));
    const asked = [];
    if (metrics.length > 1) {
      asked.push(ask({ sort: "metrics" }, "Where do ", metric(), " and ",
        choice("against", "Other metric", metrics, metrics.at(-1)[0]),
        " disagree most, on ", type(), " edits?"));
    }
    if (study.datasets.some((dataset) => dataset.references)) {
      asked.push(ask({ sort: "references", references: "differ" }, "Which ", type(),
        " edits does ", metric(), " judge against the references?"));
      asked.push(ask({ errors: "nobody" }, "Which ", type(), " errors did nobody correct?"));
      asked.push(ask({ errors: "alone" }, "Which sentences did ", choice("system", "System", systems),
        " leave alone although a reference edits them?"));
    }
    if (authors.known(study)) {
      asked.push(element("p", {}, element("a", { href: "#/authors" },
        "How many errors of which kind has each author?")));
    }
    asked.push(ask({ sort: "phi" }, "Which ", type(), " edits ",
      choice("sign", "Direction", [["raises", "raise"], ["lowers", "lower"]]), " ", metric(), " most?"));
    if (methods.length > 1) {
      asked.push(ask({ sort: "methods" }, "Where do the methods ",
        choice("method", "Method", methods), " and ",
        choice("against", "Other method", methods, methods[1][0]),
        " differ most, under ", metric(), "?"));
    }
    return element("ul", { class: "questions" }, asked.map((form) => element("li", {}, form)));
  }

  // ---- figures

  function drawn(study, view, chart) {
    const id = `chart-${chart.id}`;
    return element("section", { class: "chart", "aria-labelledby": id },
      element("h2", { id }, chart.title),
      element("p", { class: "note" }, chart.caption),
      elements.scrolling(`${chart.title}: table`,
        element("table", { class: `cells ${chart.kind}` },
          element("thead", {}, element("tr", {},
            element("th", { scope: "col" }, chart.corner),
            chart.columns.map((name) => element("th", { scope: "col" }, name)))),
          element("tbody", {}, chart.rows.map((name, i) => element("tr", {},
            element("th", { scope: "row" }, name),
            chart.cells[i].map((cell) => cell
              ? element("td", { class: elements.sign(cell.value), style: shade(chart, cell.value) },
                element("a", { href: target(study, view, cell.view), title: cell.detail },
                  chart.kind === "bars"
                    ? element("i", { class: "bar positive", style: `width: ${100 * cell.value / chart.limit}%` }) : "",
                  element("span", {}, cell.text)))
              : element("td", {}, element("span", { class: "none" }, "–")))))))));
  }

  const target = (study, view, chosen) => address.of(study, {
    ...address.DEFAULTS, metric: view.metric, method: view.method, ...chosen,
    page: "sentences", parts: [],
  });

  const shade = (chart, value) => chart.kind === "bars"
    ? "--opacity: 0" : `--opacity: ${marks.opacity(value, chart.limit)}`;

  return { render };
})();
