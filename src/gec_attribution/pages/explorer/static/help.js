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

  function render(main, study) {
    const counts = new Uint32Array(study.types.length);
    for (const number of study.type) counts[number]++;
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
        entry("An error that nobody corrected", "is an edit of a reference of whose words no system " +
          "changes any. A sentence is left alone if a system changes nothing where a reference does."),
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
          element("div", { class: "scroll", tabindex: 0, role: "region", "aria-label": `Error types, ${called}` },
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

  return { type, render };
})();
