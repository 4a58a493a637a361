"use strict";
// The form: a sentence, its correction, and by which metrics and methods it is explained.

const asking = (() => {
  const { element, select, field } = elements;
  const form = document.getElementById("asked");
  const EXAMPLES = {
    en: ["He don't go to the school by foot every days.", "He doesn't go to school on foot every day."],
    zh: ["我昨天去了学校看见老师门。", "我昨天去学校看见了老师们。"],
  };
  const language = new Intl.DisplayNames(["en"], { type: "language", fallback: "code" });
  let study = null;

  // `explain` is called with what to explain, `correct` with the sentence and the system, `changed`
  // after each choice.
  function start(offered, { explain, correct, changed }) {
    study = offered;
    const codes = study.languages.map(({ code }) => [code, language.of(code)]);
    form.append(
      field("Language", select({ name: "language" }, codes, study.languages[0].code)),
      text("source", "The learner’s sentence"),
      text("hypothesis", "Its correction"),
      element("div", { class: "correct" },
        field("Or let a system correct it", select({ name: "system" }, [])),
        element("button", { type: "button", id: "correct", onclick: () => correct(sentence(), form.elements.system.value) },
          "Correct")),
      element("p", { class: "note wide uncorrected" }, "No system of this study corrects this language: type the correction."),
      choices("metrics", "Metrics"),
      choices("methods", "Methods"),
      element("label", { class: "tokenised" },
        element("input", { type: "checkbox", name: "tokenised" }),
        " The words are separated by spaces already, as in “He do n't know .”"),
      element("div", { class: "buttons" },
        element("button", { class: "main" }, "Explain"),
        element("button", { type: "button", onclick: example }, "Fill in an example")),
      elsewhere(),
    );
    offer("methods", study.methods, (_, i) => i === 0);
    form.elements.language.addEventListener("change", () => show());
    form.addEventListener("change", changed);
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      explain(request());
    });
    // Enter sends, as in a line; a sentence has no second one.
    form.addEventListener("keydown", (event) => {
      if (event.key !== "Enter" || event.target.tagName !== "TEXTAREA" || event.isComposing) return;
      event.preventDefault();
      form.requestSubmit();
    });
    show();
  }

  function text(name, label) {
    return element("div", { class: "wide" }, field(label, element("textarea", {
      name, rows: 2, dir: "auto", spellcheck: "false", autocomplete: "off", autocapitalize: "off",
    })));
  }

  const choices = (name, legend) => element("fieldset", { id: name, class: "choices" },
    element("legend", {}, legend));

  function offer(name, offered, isChosen) {
    const place = document.getElementById(name);
    place.replaceChildren(place.firstChild, ...offered.map((each, i) => element("label", {},
      element("input", { type: "checkbox", name, value: each.name, checked: isChosen(each, i) }),
      ` ${each.label}`)));
  }

  function elsewhere() {
    if (!study.elsewhere.length) return "";
    return element("p", { class: "note wide" }, `${study.elsewhere.join(", ")}: not offered here, ` +
      "since your text would be sent to a service elsewhere.");
  }

  // What there is for the chosen language.
  function show() {
    const { code, metrics, systems, spaced } = chosen();
    offer("metrics", metrics, (_, i) => i === 0);
    form.elements.system.replaceChildren(...systems.map(({ name, label }) =>
      element("option", { value: name }, label)));
    form.querySelector(".correct").hidden = !systems.length;
    form.querySelector(".uncorrected").hidden = systems.length > 0;
    form.querySelector(".tokenised").hidden = !spaced;
    for (const name of ["source", "hypothesis"]) form.elements[name].lang = code;
  }

  const chosen = () =>
    study.languages.find(({ code }) => code === form.elements.language.value);

  const checked = (name) =>
    [...form.querySelectorAll(`input[name=${name}]:checked`)].map(({ value }) => value);

  const sentence = () => ({
    language: form.elements.language.value,
    source: form.elements.source.value,
    tokenised: form.elements.tokenised.checked,
  });

  const ways = () => ({ metrics: checked("metrics"), methods: checked("methods") });

  const request = () => ({ ...sentence(), ...ways(), hypothesis: form.elements.hypothesis.value });

  function example() {
    const [source, hypothesis] = EXAMPLES[chosen().code] ?? EXAMPLES.en;
    form.elements.source.value = source;
    form.elements.hypothesis.value = hypothesis;
    form.elements.tokenised.checked = false;
    form.elements.source.focus();
  }

  // A request that came about otherwise than by typing.
  function fill(request) {
    const { elements: fields } = form;
    if (study.languages.some(({ code }) => code === request.language)) {
      fields.language.value = request.language;
      show();
    }
    fields.source.value = request.source;
    fields.hypothesis.value = request.hypothesis ?? "";
    fields.tokenised.checked = request.tokenised;
    for (const name of ["metrics", "methods"]) {
      for (const box of form.querySelectorAll(`input[name=${name}]`)) {
        box.checked = request[name].includes(box.value);
      }
    }
  }

  // A correction that came about otherwise than by typing.
  function write(hypothesis) {
    form.elements.hypothesis.value = hypothesis;
  }

  return { start, ways, write, fill, language: () => form.elements.language.value };
})();
