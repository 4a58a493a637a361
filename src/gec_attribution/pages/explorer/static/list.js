"use strict";
// The list of corrections, its filters and its order.

const list = (() => {
  const { element, select, field, signed, count } = elements;
  const PAGE = 40; // rows that are added at a time

  let shown = null; // what the page shows now: view, result, rows

  function render(main, study, view, go) {
    if (!main.querySelector(".filters")) {
      main.replaceChildren(
        element("h1", { class: "offscreen" }, "Sentences"),
        filters(study, view, go),
        element("section", { class: "results", "aria-label": "Corrected sentences" }),
      );
    } else {
      refreshFilters(main, study, view);
    }
    results(main.querySelector(".results"), study, view);
  }

  // ---- filters

  function filters(study, view, go) {
    const form = element("form", { class: "filters", "aria-label": "Filters and order" });
    const wide = window.matchMedia("(min-width: 60rem)").matches;
    form.append(element("details", { open: wide },
      element("summary", {}, "Filters and order"),
      element("div", { class: "fields" })));
    form.addEventListener("submit", (event) => event.preventDefault());
    form.addEventListener("input", () => go(read(form)));
    fillFilters(form, study, view);
    return form;
  }

  function read(form) {
    return Object.fromEntries(new FormData(form));
  }

  // The controls that depend on others are made anew; one that is being written in stays.
  function refreshFilters(main, study, view) {
    const form = main.querySelector(".filters");
    const active = document.activeElement?.form === form ? document.activeElement.name : null;
    if (active === "q" || active === "min" || active === "max") {
      const written = read(form);
      if (Object.keys(written).every((key) => written[key] === view[key])) return;
    }
    fillFilters(form, study, view);
    if (active) form.elements[active]?.focus();
  }

  function fillFilters(form, study, view) {
    const named = (kind, names) => names.map((name) => [name, study.label(kind, name)]);
    const systems = [...new Set(study.datasets.flatMap((dataset) => dataset.systems))];
    const categories = query.categories(study);
    const operations = Object.entries(study.operations)
      .filter(([letter]) => study.types.some((type) => type.operation === letter));
    const anyReference = study.datasets.some((dataset) => dataset.references);
    const several = (choices) => choices.length > 1;
    const metrics = address.offered(study, view);
    const names = [...new Set(study.datasets
      .filter((dataset) => !view.dataset || dataset.name === view.dataset)
      .flatMap((dataset) => dataset.authors))];
    const metric = study.label("metric", view.metric);
    const method = study.label("method", view.method);
    const orders = [
      ["corpus", "order of the corpus"],
      { label: "The correction", options: [
        ["gain", `${metric} rises most`], ["loss", `${metric} falls most`], ["edits", "most edits"],
      ] },
      { label: "One of its edits", options: [
        ["phi", "largest |φ|"],
        ...(several(metrics) ? [["metrics", "metrics disagree most"]] : []),
        ...(several(study.methods) ? [["methods", "methods disagree most"]] : []),
        ...(anyReference ? [["references", "φ against the references"]] : []),
      ] },
    ];
    const kind = view.sort === "metrics" ? "metric" : "method";
    const own = kind === "metric" ? view.metric : view.method;
    const others = (kind === "metric" ? metrics : study.methods)
      .filter((name) => name !== own);
    form.querySelector(".fields").replaceChildren(...[
      !view.errors && field("Order", select({ name: "sort" }, orders, view.sort)),
      !view.errors && view.against && field(`${kind === "metric" ? metric : method} against`,
        select({ name: "against" }, named(kind, others), view.against)),
      field("Text of source or correction",
        element("input", { name: "q", type: "search", value: view.q, autocomplete: "off" })),
      several(study.datasets) && field("Data set", select({ name: "dataset" },
        [["", "all"], ...study.datasets.map((dataset) => [dataset.name, dataset.label])], view.dataset)),
      several(systems) && field("System", select({ name: "system" },
        [["", "all"], ...named("system", systems)], view.system)),
      names.length > 0 && field("Author", select({ name: "author" },
        [["", "all"], ...names.map((name) => [name, name])], view.author)),
      anyReference && field("Errors", select({ name: "errors" }, [
        ["", "all sentences"], ["any", "an error by the first reference"], ["nobody", "an error that nobody corrected"],
        ["alone", "the system changed nothing, a reference does"],
      ], view.errors)),
      field(view.errors ? "Error type, of the reference" : "Error type", select({ name: "type" }, [
        ["", "any"],
        ...query.byLanguage(study, categories.filter(({ edits }) => edits || view.errors),
          view.errors ? typeName : typeLabel),
      ], view.type)),
      operations.length > 0 && field("Operation", select({ name: "operation" },
        [["", "any"], ...operations], view.operation)),
      !view.errors && field(`φ of ${metric}, ${method}`, select({ name: "sign" }, [
        ["", "any"], ["raises", "edit raises the score"], ["lowers", "edit lowers the score"],
        ["nothing", "edit changes nothing"],
      ], view.sign)),
      !view.errors && anyReference && field("References", select({ name: "references" }, [
        ["", "any"], ["in", "a reference has the edit"], ["out", "no reference has the edit"],
        ["agree", "φ agrees with them"], ["differ", "φ disagrees with them"],
      ], view.references)),
      !view.errors && query.anyJudged(study) && field("People", select({ name: "people" }, [
        ["", "any"], ["valid", "find the edit valid"], ["invalid", "find the edit invalid"],
        ["agree", "φ agrees with them"], ["differ", "φ disagrees with them"],
      ], view.people)),
      !view.errors && element("fieldset", { class: "range" }, element("legend", {}, "Number of edits"),
        element("label", {}, "from ",
          element("input", { name: "min", type: "number", min: 0, value: view.min })),
        element("label", {}, " to ",
          element("input", { name: "max", type: "number", min: 0, value: view.max }))),
      element("a", { class: "button", href: address.of(study, {
        ...address.DEFAULTS, metric: view.metric, method: view.method, page: "sentences", parts: [],
      }) }, "Clear the filters"),
    ].filter(Boolean));
  }

  const typeName = ({ name, category }) => (name ? `${name} (${category})` : category);

  const typeLabel = (entry) => `${typeName(entry)}, ${entry.edits.toLocaleString("en")}`;

  // ---- results

  function results(section, study, view) {
    const result = query.select(study, view);
    const rows = element("ol", { class: "corrections" });
    const more = element("button", { type: "button", class: "more" }, "Show more");
    shown = { study, view, result, rows, more, next: 0 };
    more.addEventListener("click", () => append(PAGE));
    section.replaceChildren(
      summary(study, view, result), view.errors ? "" : marks.scale(study, view), rows, more,
    );
    const remembered = lastVisited(result);
    append(Math.max(PAGE, remembered + 10));
    if (remembered > 0) {
      rows.children[remembered].querySelector("a").focus({ preventScroll: true });
      rows.children[remembered].scrollIntoView({ block: "center" });
    }
    watch(more);
  }

  // After a look at a sentence the list opens where it was.
  let visited = -1;
  const remember = (correction) => { visited = correction; };
  function lastVisited(result) {
    const place = visited < 0 ? -1 : result.order.indexOf(visited);
    visited = -1;
    return place >= 0 && place < 2000 ? place : 0;
  }

  let observer = null;
  function watch(more) {
    observer?.disconnect();
    observer = new IntersectionObserver((entries) => {
      if (entries.some((entry) => entry.isIntersecting)) append(PAGE);
    }, { rootMargin: "600px" });
    observer.observe(more);
  }

  function append(number) {
    const { study, view, result, rows, more } = shown;
    const stop = Math.min(result.order.length, shown.next + number);
    const added = [];
    for (; shown.next < stop; shown.next++) {
      added.push(row(study, view, result, result.order[shown.next], shown.next));
    }
    rows.append(...added);
    more.hidden = stop >= result.order.length;
  }

  function summary(study, view, result) {
    const edits = view.errors
      ? (query.errorsOfLines(study, view) ? `, ${count(result.passing, "error")}` : "")
      : result.passes
      ? `, in which ${count(result.passing, "edit")} ${result.passing === 1 ? "matches" : "match"} the filters`
      : `, ${count(result.passing, "edit")}`;
    const progress = element("span", { role: "status" });
    const save = (make, name) => element("button", {
      type: "button",
      onclick: async (event) => {
        event.target.disabled = true;
        try {
          await make(study, view, result, (done) => {
            progress.textContent = ` ${done.toLocaleString("en")} read…`;
          });
          progress.textContent = "";
        } catch (error) {
          progress.textContent = ` ${error.message}`;
        }
        event.target.disabled = false;
      },
    }, name);
    return element("div", { class: "summary" },
      element("p", { role: "status", id: "found" },
        result.order.length
          ? `${count(result.order.length, query.errorsOfLines(study, view) ? "sentence" : "corrected sentence")}${edits}. ${explanation(study, view)}`
          : "No sentence matches all filters. Remove one of them, or clear them all."),
      view.errors ? "" : element("p", { class: "downloads" },
        save(download.csv, "Download CSV"), save(download.json, "Download JSON"), progress));
  }

  function explanation(study, view) {
    if (view.errors === "nobody") {
      return "Each has an error that no system touched: a reference changes words that no system " +
        "changes. It is shown once, whichever system is chosen.";
    }
    if (view.errors === "any") return "An error is an edit of the first reference.";
    if (view.errors === "alone") return "The system changed nothing; the edits shown are those of a reference.";
    const metric = study.label("metric", view.metric);
    const against = study.label(view.sort === "metrics" ? "metric" : "method", view.against);
    return {
      metrics: `Sorted by the edit on which ${metric} and ${against} disagree most (0: they ` +
        "agree; 2: the strongest praise of one is the strongest blame of the other).",
      methods: `Sorted by the edit whose φ differs most between ` +
        `${study.label("method", view.method)} and ${against}.`,
      references: "Sorted by the edit most at odds with the references: rewarded although none has it, " +
        "or punished although one has it.",
    }[view.sort] ?? "";
  }

  function row(study, view, result, correction, place) {
    const dataset = study.datasetOf(correction);
    const change = study.change[view.metric][correction];
    const decimals = study.decimals(view.metric);
    const name = `${dataset.label}, sentence ${study.lineOf(correction)}` +
      (query.errorsOfLines(study, view) ? "" : `, ${study.label("system", study.systemOf(correction))}`);
    const author = study.authorOf(correction);
    return element("li", { value: place + 1 },
      element("p", { class: "head" },
        element("a", { href: address.sentence(study, view, correction) }, name),
        author ? element("span", { class: "author" }, author) : "",
        view.errors ? "" : element("span", {}, study.editsOf(correction).length
          ? `Δ${study.label("metric", view.metric)} ${signed(change, decimals)}` : "no edit")),
      view.errors ? shownErrors(study, view, correction) : marks.sentence(study, view, correction, result.passes),
      reason(study, view, result, correction));
  }

  // The errors of a sentence that the view asks for, in each reference that has some of them; of one
  // left alone, what a reference does to it.
  function shownErrors(study, view, correction) {
    const { language } = study.datasetOf(correction);
    const errors = query.errorsOfLines(study, view);
    const wanted = query.typeTest(study, view);
    const references = study.markedReferences(correction);
    const shown = errors
      ? new Set(errors(correction, wanted))
      : new Set(references
        .find(({ edits }) => edits.some(({ number }) => !wanted || wanted(number))).edits);
    return references.filter(({ edits }) => edits.some((edit) => shown.has(edit)))
      .map((reference) => element("p", { class: "sentence", dir: "auto", lang: language },
        marks.pieces(reference, (edit) => (shown.has(edit) ? element("span", {
          class: "edit left", title: study.types[edit.number].meaning || null,
        }, marks.change(edit), " ", element("bdi", { class: "phi" }, edit.type)) : null))));
  }

  // Why the correction stands where it does.
  function reason(study, view, result, correction) {
    const e = result.edits[correction];
    if (e < 0 || !["metrics", "methods", "references"].includes(view.sort)) return null;
    study.textsOf(correction);
    const edit = study.edits[e];
    const phi = (metric, method) => signed(study.phi[metric][method][e], study.decimals(metric));
    const judged = view.sort === "metrics"
      ? [view.metric, view.against].map((metric) =>
        `${study.label("metric", metric)} ${phi(metric, view.method)}`)
      : view.sort === "methods"
        ? [view.method, view.against].map((method) =>
          `${study.label("method", method)} ${phi(view.metric, method)}`)
        : [
          `${study.label("metric", view.metric)} ${phi(view.metric, view.method)}`,
          edit.referenced ? "a reference has it" : "no reference has it",
        ];
    const size = view.sort === "metrics" ? `disagreement ${result.keys[correction].toFixed(2)}: ` : "";
    return element("p", { class: "reason" }, size, element("bdi", {}, marks.arrow(edit)),
      ` (${edit.type}): ${judged.join(", ")}`);
  }

  // Arrow keys go from sentence to sentence.
  function onkey(event) {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (!step || !shown || /^(INPUT|SELECT|TEXTAREA)$/.test(event.target.tagName)) return;
    const links = [...shown.rows.querySelectorAll(".head a")];
    const here = links.indexOf(document.activeElement);
    const next = links[here < 0 ? 0 : here + step];
    if (!next) return;
    event.preventDefault();
    next.focus();
    next.closest("li").scrollIntoView({ block: "nearest" });
  }

  return { render, remember, onkey };
})();
