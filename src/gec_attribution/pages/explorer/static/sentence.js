"use strict";
// One corrected sentence: its edits to switch on and off, all metrics and methods side by side, the
// references, other systems, interactions, explanations in words. The playground shows it, too.

const sentence = (() => {
  const { element, visible, number, signed, sign, count } = elements;

  async function render(main, study, view, go, neighbours) {
    const [name, line, system] = view.parts;
    const correction = study.find(name, Number(line), system);
    if (correction < 0) {
      main.replaceChildren(element("h1", {}, "There is no such sentence"),
        element("p", {}, "The study has no sentence of this data set, line and system. ",
          element("a", { href: "#/sentences" }, "See all sentences")));
      return;
    }
    const context = await contextOf(study, view, correction, go);
    const { dataset, edits } = context;
    main.replaceChildren(
      navigation(study, view, correction, neighbours),
      element("h1", { tabindex: -1 },
        `${dataset.label}, sentence ${study.lineOf(correction)}, ${study.label("system", study.systemOf(correction))}`),
      author(context),
      ...analysis(context),
      references(context),
      others(context),
      edits.length ? signatures(context) : "",
    );
  }

  // Who wrote it, with a link to all of the text.
  function author({ study, view, correction, dataset }) {
    const name = study.authorOf(correction);
    return name ? element("p", {}, "Written by ", element("a", {
      href: address.of(study, { ...view, on: "", page: "author", parts: [dataset.name, name] }),
    }, name)) : "";
  }

  // What the parts below read about a correction. `go` is told what of the view has changed.
  async function contextOf(study, view, correction, go) {
    return {
      study, view, go, correction,
      details: await study.details(correction),
      dataset: study.datasetOf(correction),
      edits: study.marked(correction).edits,
    };
  }

  // All that the scores say about it.
  function analysis(context) {
    const { study, view, correction, edits } = context;
    return [
      marks.scale(study, view),
      marks.sentence(study, view, correction),
      help.what(study, ["colour", "phi"], [view.metric], [view.method]),
      edits.length ? toggles(context) : element("p", {}, "No edits: there is nothing to attribute."),
      edits.length ? contributions(context) : "",
      words(context),
      interactions(context),
    ];
  }

  function navigation(study, view, correction, { previous, next, place, size }) {
    const link = (target, text, rel) => target >= 0
      ? element("a", { class: "button", rel, href: address.sentence(study, view, target) }, text)
      : element("span", { class: "button off" }, text);
    list.remember(correction);
    return element("nav", { class: "around", "aria-label": "The list" },
      element("a", { class: "button", href: address.list(study, view) }, "Back to the list"),
      link(previous, "← Previous", "prev"), link(next, "Next →", "next"),
      place >= 0 ? element("span", {}, `${(place + 1).toLocaleString("en")} of ${count(size, "sentence")}`) : "");
  }

  // ---- edits on and off

  function toggles({ study, view, go, correction, details, dataset, edits }) {
    const all = (1n << BigInt(edits.length)) - 1n;
    let mask = view.on === "" ? all : BigInt(view.on) & all;
    const text = element("p", { class: "sentence", dir: "auto", lang: dataset.language });
    const scores = element("tbody");
    const buttons = edits.map((edit, i) => element("button", {
      type: "button", class: "toggle", title: edit.type,
      onclick: () => change(mask ^ (1n << BigInt(i))),
    }, marks.change(edit)));
    const change = (next) => {
      mask = next;
      show();
      go({ on: mask === all ? "" : String(mask) }, { quietly: true });
    };
    const rows = study.metricsOf(correction).map((metric) => {
      const { values } = details.metrics[metric];
      const { baseline } = details.metrics[metric];
      const reach = values.reduce((most, value) => Math.max(most, Math.abs(value - baseline)), 0);
      const score = element("td", { class: "number" });
      const moved = element("td", { class: "number" });
      const bar = element("i", { class: "bar", "aria-hidden": "true" });
      scores.append(element("tr", {},
        element("th", { scope: "row" }, study.label("metric", metric)),
        element("td", { class: "number" }, number(baseline, study.decimals(metric))),
        score, moved, element("td", {}, element("span", { class: "track" }, bar), ends(reach, study.decimals(metric))),
        element("td", { class: "number" },
          number(details.metrics[metric].score, study.decimals(metric)))));
      return { metric, score, moved, bar, reach };
    });
    const show = () => {
      buttons.forEach((button, i) =>
        button.setAttribute("aria-pressed", String(Boolean((mask >> BigInt(i)) & 1n))));
      const isOn = (i) => Boolean((mask >> BigInt(i)) & 1n);
      text.textContent = visible(study.text(correction, isOn));
      for (const { metric, score, moved, bar, reach } of rows) {
        const value = details.metrics[metric].value(mask);
        const difference = value - details.metrics[metric].baseline;
        const known = value !== undefined;
        score.textContent = known ? number(value, study.decimals(metric)) : "not scored";
        moved.textContent = known ? signed(difference, study.decimals(metric)) : "";
        bar.className = `bar ${sign(difference)}`;
        bar.style.width = `${known && reach ? (50 * Math.abs(difference)) / reach : 0}%`;
      }
    };
    show();
    return element("section", { "aria-labelledby": "toggles" },
      element("h2", { id: "toggles" }, "Switch edits on and off"),
      help.what(study, ["score", "change"], study.metricsOf(correction)),
      element("p", { class: "toggles" }, buttons,
        element("button", { type: "button", class: "plain", onclick: () => change(all) }, "All on"),
        element("button", { type: "button", class: "plain", onclick: () => change(0n) }, "All off")),
      element("div", { "aria-live": "polite", id: "coalition" }, text,
        elements.scrolling("Scores",
          element("table", { class: "scores" },
            element("thead", {}, element("tr", {},
              ["Metric", "Source", "With these edits", "Change", "", "Correction"]
                .map((heading) => heading
                  ? element("th", { scope: "col" }, heading) : element("td", {})))),
            scores))),
      ...Object.values(details.metrics).some(({ values }) => values.length < 2 ** edits.length)
        ? [element("p", { class: "note" }, "This sentence has many edits: only the combinations " +
          "that a method asked for were scored.")] : []);
  }

  // The ends of a bar's scale: the largest change of any combination.
  const ends = (reach, decimals) => element("span", { class: "ends" },
    ...[-reach, 0, reach].map((value) => element("small", {}, reach || !value ? signed(value, decimals) : "")));

  // ---- what each edit did

  function contributions({ study, view, correction, details, dataset, edits }) {
    const columns = study.metricsOf(correction).flatMap((metric) => study.methods.map((method) => {
      const record = details.metrics[metric].methods[method];
      return { metric, method, record, phi: record.edits.map((edit) => edit.phi) };
    }));
    const chosen = (metric, method) =>
      (metric === view.metric && method === view.method ? " chosen" : "");
    const cell = ({ metric, method, phi, record }, i) => {
      const decimals = study.decimals(metric);
      const { stderr } = record.edits[i];
      return element("td", {
        class: `number phi ${sign(phi[i])}${chosen(metric, method)}`,
        style: `--opacity: ${marks.opacity(phi[i], study.limit(metric, method))}`,
        title: record.exact ? null : "sampled",
      }, signed(phi[i], decimals), stderr ? ` ± ${number(stderr, decimals + 1)}` : "");
    };
    const judged = edits.some((edit) => edit.judged);
    const facts = 2 + Boolean(dataset.references) + judged;
    const sums = columns.map(({ metric, method, phi }) =>
      element("td", { class: `number${chosen(metric, method)}` },
        signed(phi.includes(null) ? null : phi.reduce((sum, value) => sum + value, 0),
          study.decimals(metric))));
    return element("section", { "aria-labelledby": "contributions" },
      element("h2", { id: "contributions" }, "What each edit did to the scores"),
      help.what(study, ["phi", "error", "sum", "undefined"], study.metricsOf(correction), study.methods),
      elements.scrolling("Contributions",
        element("table", { class: "contributions" },
          element("thead", {},
            element("tr", {},
              element("th", { rowspan: 2, scope: "col" }, "Edit"),
              element("th", { rowspan: 2, scope: "col" }, "Type"),
              dataset.references ? element("th", { rowspan: 2, scope: "col" }, "In a reference") : "",
              judged ? element("th", { rowspan: 2, scope: "col" }, "People") : "",
              study.metricsOf(correction).map((metric) => element("th", {
                colspan: study.methods.length, scope: "colgroup", class: "group",
              }, `φ, ${study.label("metric", metric)}`))),
            element("tr", {}, columns.map(({ metric, method }) => element("th", {
              scope: "col", class: `number${chosen(metric, method)}`,
            }, study.label("method", method))))),
          element("tbody", {}, edits.map((edit, i) => element("tr", {},
            element("th", { scope: "row" }, marks.change(edit)),
            element("td", {}, help.type(study, edit.number)),
            dataset.references ? element("td", {}, edit.referenced ? "yes" : "no") : "",
            judged ? element("td", {}, edit.judged ?? "not judged") : "",
            columns.map((column) => cell(column, i))))),
          element("tfoot", {}, element("tr", {},
            element("th", { scope: "row", colspan: facts }, "Sum"), sums),
            element("tr", {},
              element("th", { scope: "row", colspan: facts },
                "Change of the score"),
              study.metricsOf(correction).map((metric) => element("td", {
                class: "number", colspan: study.methods.length,
              }, signed(study.change[metric][correction], study.decimals(metric)))))))),
      columns.map(({ metric, method, record }) => [metric, method, rescaling(record)])
        .filter(([, , note]) => note).map(([metric, method, note]) => element("p", { class: "note" },
          `${study.label("metric", metric)}, ${study.label("method", method)}: ${note}.`)),
      columns.filter(({ method, record }) => method === view.method && record.note)
        .map(({ metric, record }) =>
          element("p", { class: "note" }, `${study.label("metric", metric)}: ${record.note}.`)));
  }

  // As `Record.rescaling`.
  function rescaling({ baseline, score, scale }) {
    if (scale < 0) {
      return "the rescaling flipped every sign, for the differences sum to the opposite sign of the " +
        "change of the score";
    }
    return scale === 0 && score !== baseline ? "every φ is 0, for the differences sum to 0, and no " +
      "factor makes them sum to the change of the score" : "";
  }

  // ---- explanations in words

  function words({ study, details, dataset, edits }) {
    const explained = details.explanations.filter(({ said }) => said.some(Boolean));
    if (!explained.length) return "";
    return element("section", { "aria-labelledby": "words" },
      element("h2", { id: "words" }, "In words"),
      help.what(study, ["severity"]),
      explanations("Each edit in words", dataset, edits, explained));
  }

  // The first reference as each explainer knows its edits, which may have cut it differently.
  function referenceInWords({ details, dataset }) {
    const explained = details.explainedReferences.filter(({ said }) => said.length);
    if (!explained.length) return "";
    const key = ({ start, end, correction }) => `${start} ${end} ${correction}`;
    const found = new Map(explained.flatMap(({ said }) => said.map((edit) => [key(edit), edit])));
    const edits = [...found.values()].sort((a, b) => a.start - b.start || a.end - b.end);
    const columns = explained.map(({ explainer, said }) => {
      const by = new Map(said.map((each) => [key(each), each]));
      return { explainer, said: edits.map((edit) => by.get(key(edit)) ?? null) };
    });
    return [
      element("h3", { id: "reference-words" }, "The first reference in words"),
      explanations("The first reference in words", dataset, edits, columns),
    ];
  }

  // A row for each edit, a column for each explainer; in each cell type, severity and description.
  function explanations(name, dataset, edits, columns) {
    const shown = edits.map((edit, i) => ({ edit, i }))
      .filter(({ i }) => columns.some(({ said }) => said[i]));
    const cell = (explanation) => element("td", { dir: "auto" }, explanation ? [
      element("p", {}, [
        element("span", { lang: dataset.language }, visible(explanation.type)),
        `, severity ${explanation.severity} of 5`,
      ]),
      element("p", { lang: dataset.language }, visible(explanation.description)),
    ] : element("span", { class: "offscreen" }, "says nothing"));
    return elements.scrolling(name,
      element("table", { class: "words" },
        element("thead", {}, element("tr", {},
          element("th", { scope: "col" }, "Edit"),
          columns.map(({ explainer }) => element("th", { scope: "col" }, explainer)))),
        element("tbody", {}, shown.map(({ edit, i }) => element("tr", {},
          element("th", { scope: "row" }, marks.change(edit)),
          columns.map(({ said }) => cell(said[i])))))));
  }

  // ---- interactions

  function interactions({ study, view, details, edits }) {
    const { pairs, baseline, score } = details.metrics[view.metric] ?? {};
    if (!pairs?.length) return "";
    const size = Math.max(Math.abs(baseline), Math.abs(score));
    return element("section", { "aria-labelledby": "interactions" },
      element("h2", { id: "interactions" },
        `Which edits depend on each other, ${study.label("metric", view.metric)}`),
      element("p", { class: "note" }, "An arc is what two edits do together beyond what they do " +
        "one by one (Shapley interaction index): blue where they help, orange where they hinder " +
        "each other; the thicker, the more."),
      help.what(study, ["interaction"], [view.metric]),
      arcs.draw(edits, pairs, study.decimals(view.metric), size));
  }

  // ---- references and other systems

  function references(context) {
    const { study, correction, dataset, edits } = context;
    const all = study.markedReferences(correction);
    if (!all.length) return "";
    const own = new Set(edits.map((edit) => `${edit.start} ${edit.end} ${edit.correction}`));
    return element("section", { "aria-labelledby": "references" },
      element("h2", { id: "references" }, "References"),
      element("p", { class: "note" }, "Edits that this correction has, too, are framed."),
      element("ol", {}, all.map((reference) => element("li", {}, element("p", {
        class: "sentence", dir: "auto", lang: dataset.language,
      }, marks.pieces(reference, (edit) => element("span", {
        class: own.has(`${edit.start} ${edit.end} ${edit.correction}`) ? "edit shared" : "edit",
        title: edit.type,
      }, marks.change(edit))))))),
      referenceInWords(context));
  }

  function others({ study, view, correction, dataset }) {
    const first = dataset.first + (study.lineOf(correction) - 1) * dataset.systems.length;
    const corrections = dataset.systems.map((_, i) => first + i).filter((c) => c !== correction);
    if (!corrections.length) return "";
    const metric = study.label("metric", view.metric);
    return element("section", { "aria-labelledby": "others" },
      element("h2", { id: "others" }, "Other systems"),
      element("ul", { class: "corrections" }, corrections.map((c) => element("li", {},
        element("p", { class: "head" },
          element("a", { href: address.sentence(study, view, c) },
            study.label("system", study.systemOf(c))),
          element("span", {}, study.editsOf(c).length
            ? `Δ${metric} ${signed(study.change[view.metric][c], study.decimals(view.metric))}` : "no edit")),
        marks.sentence(study, view, c)))));
  }

  function signatures({ study, correction, details }) {
    const of = (metric, method) => {
      const { exact, evaluations, seed, signature } = details.metrics[metric].methods[method];
      return [
        element("dt", {}, `${study.label("metric", metric)}, ${study.label("method", method)}`),
        element("dd", {}, `${exact ? "exact" : `sampled with seed ${seed}`}, ` +
          `${count(evaluations, "coalition")} read; `,
        element("code", {}, signature)),
      ];
    };
    return element("details", { class: "signatures" },
      element("summary", {}, "What these numbers depend on"),
      element("dl", {}, study.metricsOf(correction).flatMap((metric) =>
        study.methods.map((method) => of(metric, method)))));
  }

  // Left and right go through the list; Escape goes back to it.
  function onkey(event) {
    if (/^(INPUT|SELECT|TEXTAREA)$/.test(event.target.tagName)) return;
    if (event.target.closest?.(".scroll")) return;
    const link = { ArrowLeft: "a[rel=prev]", ArrowRight: "a[rel=next]", Escape: ".around a" }[event.key];
    if (link && !event.altKey && !event.ctrlKey && !event.metaKey) {
      document.querySelector(link)?.click();
    }
  }

  return { render, onkey, contextOf, analysis, signatures };
})();
