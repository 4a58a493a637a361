"use strict";
// The first page: questions that open the sentences that answer them, and the study's figures, of
// which each cell opens the sentences behind it.

const overview = (() => {
  const { element, select, count } = elements;

  function render(main, study, view) {
    const systems = new Set(study.datasets.flatMap((dataset) => dataset.systems)).size;
    const lines = study.datasets.reduce((sum, dataset) => sum + dataset.sources.length, 0);
    main.replaceChildren(
      element("h1", {}, "What each edit did to the score"),
      element("p", {}, `The study “${study.name}” has ${count(lines, "sentence")}, corrected by ` +
        `${count(systems, "system")} in ${count(study.edits, "edit")}, and says of each edit how ` +
        `much it raised or lowered ${names(study)}. `,
        element("a", { href: "#/help" }, "How to read this")),
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

  // ---- questions

  function questions(study, view) {
    const choice = (name, label, options, chosen) =>
      select({ name, "aria-label": label }, options, chosen ?? options[0][0]);
    const metrics = study.metrics.map((name) => [name, study.label("metric", name)]);
    const methods = study.methods.map((name) => [name, study.label("method", name)]);
    const types = [["", "any"], ...query.categories(study)
      .map((each) => [each.category, each.name || each.category])];
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
      element("div", { class: "scroll", tabindex: 0, role: "region", "aria-label": `${chart.title}: table` },
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
