"use strict";
// What the words and colours of the explorer mean.

const help = (() => {
  const { element, count } = elements;

  // An error type with what it means.
  function type(study, number) {
    const { type: name, name: category, operation, meaning } = study.types[number];
    return element("span", { class: "type", title: meaning || null },
      element("code", {}, name),
      category ? element("small", {}, [study.operations[operation], category].filter(Boolean).join(" ")) : "");
  }

  const WORDS = {
    score: ["Score", "what a metric gives a sentence: the source, the source with the edits that are " +
      "switched on, and the correction, which has all. The bars show how far it is from the source's, " +
      "each metric on a scale of its own."],
    change: ["Change", "the score less that of the source."],
    colour: ["Colour", "blue where an edit raises the score, orange where it lowers it; the more, the " +
      "stronger."],
    phi: ["φ (phi)", "how much of the change of the score an edit has brought about, in units of the " +
      "metric: + where it raised the score, − where it lowered it."],
    error: ["±", "how far an estimate may be off (its standard error); without it, φ is exact."],
    sum: ["Sum", "all φ of a method together, to compare with the change of the score."],
    undefined: ["undefined", "the metric has no score for some of the sentences, or there are too many " +
      "edits."],
    interaction: ["Interaction", "what two edits do to the score together, beyond what each does " +
      "alone; 0 where neither matters to the other."],
    severity: ["Severity", "how much the error hinders understanding, as the explainer grades it: 1 " +
      "hardly, 5 most."],
  };

  const REFERENCES = "how many of the sentence's edits a reference has, and how many of the reference's " +
    "edits the sentence has, from 0 to 1";
  const METRICS = {
    some: "what people would say of the sentence's grammar, fluency and faithfulness to the source, as " +
      "a model trained on their ratings foresees it; higher is better",
    impara: "how good a correction a trained model finds the sentence, from 0 to 1; 0 where it is too " +
      "unlike the source",
    perplexity: "how little a language model is surprised by the words of the sentence: minus its " +
      "perplexity, or minus its logarithm; a number nearer 0 is better",
    scribendi: "whether the sentence is more fluent than the source and still close to it: 1 if " +
      "better, 0 if the same, −1 if not better",
    similarity: "how alike the sentence and what it is compared with are to a model; 1 is equal",
    "similarity distance": "how unlike the sentence and what it is compared with are to a model; 0 is equal",
    bertscore: "how well the words of the sentence match those of a reference in meaning; higher is " +
      "better",
    gleu: "how many stretches of words the sentence shares with a reference, from 0 to 1",
    errant: REFERENCES,
    cherrant: REFERENCES,
    token_overlap: "how many words the sentence shares with the source, from 0 to 1",
    chat_judge: "the grade that a chat model gives the sentence, from 0 to 1",
  };
  const SAMPLED = "an estimate of the Shapley value, the mean of what the edit adds over all orders in " +
    "which the edits could be made";
  const METHODS = {
    shapley: "the mean of what the edit adds to the score, over all orders in which the edits could be " +
      "made (the Shapley value); of many edits an estimate, with ± its standard error",
    add: "what the edit alone does to the score of the source",
    sub: "what the score of the correction loses without the edit",
    add_sub: "the mean of what the edit alone does to the source and what the correction loses without it",
    odd_regression: SAMPLED,
    shapley_sampling: SAMPLED,
  };

  // What a metric or a method is, by the type that its signature has.
  function meaning(study, kind, name) {
    const signature = study.datasets.flatMap(({ signatures: metrics }) =>
      kind === "metric" ? Object.values(metrics[name] ?? {}) : Object.values(metrics).map((m) => m[name]))[0] ?? "";
    const parts = Object.fromEntries(signature.split("|").map((part) => {
      const [key, ...value] = part.split(":");
      return [key, value.join(":")];
    }));
    if (kind === "metric") {
      const distance = parts["metric.distance"] === "True" ? " distance" : "";
      return METRICS[parts["metric.type"] + distance] ?? "a metric of this study's own";
    }
    return (METHODS[parts["method.type"]] ?? "a method of this study's own") +
      (parts["method.rescale"] === "True"
        ? ", scaled so that all edits together make the change of the score" : "");
  }

  // What the numbers of a part of the page are: some of `WORDS`, metrics and methods.
  function what(study, words, metrics = [], methods = []) {
    const entry = ([term, meaning]) => [element("dt", {}, term), element("dd", {}, meaning)];
    const named = (kind, names) =>
      names.map((name) => [study.label(kind, name), `${meaning(study, kind, name)}.`]);
    return element("details", { class: "what" }, element("summary", {}, "What is this?"),
      element("dl", {}, [
        ...words.map((word) => WORDS[word]), ...named("metric", metrics), ...named("method", methods),
      ].map(entry)));
  }

  function render(main, study) {
    const counts = new Uint32Array(study.types.length);
    for (const { number } of study.edits) counts[number]++;
    const order = [...study.types.keys()].sort((a, b) =>
      study.types[a].type.localeCompare(study.types[b].type, "en"));
    const languages = [...new Set(study.datasets.map((dataset) => dataset.language))];
    const entry = (term, ...text) => [element("dt", {}, term), element("dd", {}, ...text)];
    main.replaceChildren(
      element("h1", {}, "How to read this"),
      element("dl", { class: "words" },
        entry("A correction", "is what a system made of a sentence. Its edits turn the source into " +
          "the correction: ", element("del", {}, "struck"), " words were removed, ",
        element("ins", {}, "underlined"), " ones were added."),
        entry("φ", "is what an edit adds to the score of its sentence, in units of the metric. By " +
          "the Shapley value, the φ of a sentence's edits add up to the change of its score, Δ."),
        entry("Colours", "Blue raises the score, orange lowers it; the stronger, the more. The " +
          "strongest colour stands for the 95th percentile of |φ| in the study and all above."),
        entry("Undefined", "means that the metric gives the sentence no score, or that the " +
          "sentence has too many edits."),
        entry("Disagreement of metrics", "Metrics have different units. So each edit gets the " +
          "share of all edits whose |φ| is smaller under the same metric, with the sign of φ: from " +
          "−1, the strongest blame, to 1, the strongest praise. Disagreement is the difference of " +
          "two metrics' numbers, from 0 to 2."),
        entry("A filter of edits", "(error type, operation, φ, references) counts for one edit at a " +
          "time: a sentence is listed if one of its edits fulfils all of them. Those edits are framed."),
        entry("In a reference", "An edit is, if some reference of the sentence changes the same " +
          "words to the same words. φ agrees with the references where they have an edit that " +
          "raises the score, and lack one that lowers it."),
        entry("An error that nobody corrected", "is an edit of a reference whose words no system " +
          "changes. A sentence is left alone if a system changes nothing where a reference does."),
        entry("Keys", "In a list, ↓ and ↑ go from sentence to sentence and Enter opens one. At a " +
          "sentence, ← and → go through the list and Escape goes back to it."),
        entry("Addresses", "The address of every view can be bookmarked, and works for everybody " +
          "who has a copy of this folder.")),
      element("h2", {}, "Error types"),
      element("p", { class: "note" }, "With an example of each; in brackets is what was added or removed."),
      ...languages.flatMap((language) => {
        const own = order.filter((number) => study.languagesOfTypes()[number].has(language));
        const called = elements.languageName(language);
        return [
          languages.length > 1 ? element("h3", {}, called) : "",
          elements.scrolling(`Error types, ${called}`,
            element("table", {},
              element("thead", {}, element("tr", {}, ["Type", "Meaning", "Edits"]
                .map((text) => element("th", { scope: "col" }, text)))),
              element("tbody", {}, own.map((number) => element("tr", {},
                element("th", { scope: "row" }, element("code", {}, study.types[number].type)),
                element("td", {}, study.types[number].meaning || "not explained here"),
                element("td", { class: "number" }, counts[number].toLocaleString("en"))))))),
        ];
      }),
      element("p", { class: "note" }, `Made by gec-attribution ${study.version}: ` +
        `${count(study.size, "correction")} of ${count(study.datasets.length, "data set")}.`),
    );
  }

  return { type, what, render };
})();
