"use strict";
// Which corrections a view shows, and in which order.

const query = (() => {
  // Text as it is searched.
  const asSearched = (text) => text.toLowerCase().replaceAll("’", "'");

  // What gives the errors of a line that the view asks for, from one of its corrections and a test
  // of types; null where it asks for corrections.
  function errorsOfLines(study, view) {
    return {
      any: (c, wanted) => (study.referencesOf(c)[0] ?? []).filter(({ number }) => !wanted || wanted(number)),
      nobody: (c, wanted) => study.leftByAll(c, wanted),
    }[view.errors] ?? null;
  }

  // Which types of edits, by their numbers, the view shows; null where it shows all.
  function typeTest(study, view) {
    if (!view.type && !view.operation) return null;
    const wanted = study.types.map((type) =>
      (!view.type || type.category === view.type) &&
      (!view.operation || type.operation === view.operation));
    return (number) => wanted[number];
  }

  // A filter of edits applies to one edit at a time: a correction is shown if one edit fulfils all.
  function editTest(study, view) {
    const phi = study.phi[view.metric][view.method];
    const tests = [];
    const wanted = typeTest(study, view);
    if (wanted) tests.push((e) => wanted(study.edits[e].number));
    const signs = { raises: (e) => phi[e] > 0, lowers: (e) => phi[e] < 0, nothing: (e) => phi[e] === 0 };
    if (view.sign) tests.push(signs[view.sign]);
    const isReferenced = (e) => Boolean(study.edits[e].referenced);
    const references = {
      in: isReferenced,
      out: (e) => !isReferenced(e),
      agree: (e) => (isReferenced(e) ? phi[e] > 0 : phi[e] < 0),
      differ: (e) => (isReferenced(e) ? phi[e] < 0 : phi[e] > 0),
    };
    if (view.references) tests.push(references[view.references]);
    const valid = (e) => study.edits[e].judged === "valid";
    const people = {
      valid,
      invalid: (e) => study.edits[e].judged === "invalid",
      agree: (e) => study.edits[e].judged && (valid(e) ? phi[e] > 0 : phi[e] < 0),
      differ: (e) => study.edits[e].judged && (valid(e) ? phi[e] < 0 : phi[e] > 0),
    };
    if (view.people) tests.push(people[view.people]);
    return tests.length ? (e) => tests.every((test) => test(e)) : null;
  }

  // What a correction is sorted by: a number for each of its edits, of which the largest counts,
  // or one for the whole correction.
  function measure(study, view) {
    const phi = study.phi[view.metric][view.method];
    const change = study.change[view.metric];
    const difference = (a, b) => (e) => Math.abs(a[e] - b[e]);
    switch (view.sort) {
      case "gain": return { ofCorrection: (c) => change[c] };
      case "loss": return { ofCorrection: (c) => -change[c] };
      case "edits": return { ofCorrection: (c) => study.corrections[c].edits.length };
      case "phi": return { ofEdit: (e) => Math.abs(phi[e]) };
      case "references":
        return { ofEdit: (e) => Math.max(0, study.edits[e].referenced ? -phi[e] : phi[e]) };
      case "metrics":
        return {
          ofEdit: difference(
            study.strengths(view.metric, view.method), study.strengths(view.against, view.method),
          ),
        };
      case "methods":
        return { ofEdit: difference(phi, study.phi[view.metric][view.against]) };
      default: return {};
    }
  }

  // Returns the corrections in order; for each, the number it was sorted by and, where an edit gave
  // it, that edit (else -1); and how many edits fulfil the filters.
  function select(study, view) {
    const passes = view.errors ? null : editTest(study, view);
    const { ofEdit, ofCorrection } = view.errors ? {} : measure(study, view);
    const needsReferences = view.references || view.sort === "references";
    const datasets = new Set(study.datasets.filter((dataset) =>
      (!view.dataset || dataset.name === view.dataset) && !(needsReferences && !dataset.references)));
    const text = asSearched(view.q.trim());
    const searchable = text ? study.searchable : null;
    // What was left has no edit, or shows those of references.
    const least = view.min === "" || view.errors ? 0 : Number(view.min);
    const most = view.max === "" || view.errors ? Infinity : Number(view.max);
    const ofLine = errorsOfLines(study, view);
    const wanted = view.errors ? typeTest(study, view) : null;
    const found = new Uint32Array(study.size);
    const keys = new Float64Array(study.size);
    const edits = new Int32Array(study.size);
    let size = 0;
    let passing = 0;
    for (let c = 0; c < study.size; c++) {
      const { dataset, sentence, system, first } = study.corrections[c];
      const stop = first + study.corrections[c].edits.length;
      if (!datasets.has(dataset) || (view.system && system !== view.system)) continue;
      if (stop - first < least || stop - first > most) continue;
      if (searchable && !searchable[c].includes(text)) continue;
      if (view.author && study.authorOf(c) !== view.author) continue;
      if (view.errors === "alone" && (stop > first || !study.isEditedByReference(c, wanted))) continue;
      if (ofLine) {
        // Whichever system: the first that is listed stands for all.
        const last = size ? found[size - 1] : -1;
        if (last >= 0 && study.corrections[last].sentence === sentence) continue;
        const errors = ofLine(c, wanted).length;
        if (!errors) continue;
        found[size++] = c;
        passing += errors;
        continue;
      }
      let key = -Infinity;
      let best = -1;
      let some = 0;
      for (let e = first; e < stop; e++) {
        if (passes && !passes(e)) continue;
        some++;
        if (!ofEdit) continue;
        const value = ofEdit(e);
        if (value > key) {
          key = value;
          best = e;
        }
      }
      if (passes && !some) continue;
      if (ofCorrection) key = ofCorrection(c);
      // What cannot be measured comes last.
      keys[c] = Number.isNaN(key) ? -Infinity : key;
      edits[c] = best;
      found[size++] = c;
      passing += some;
    }
    const order = found.subarray(0, size);
    if (ofEdit || ofCorrection) order.sort((a, b) => keys[b] - keys[a] || a - b);
    return { order, keys, edits, passing, passes };
  }

  const anyJudged = (study) => study.remembered("judged", () => study.edits.some(({ judged }) => judged));

  // The categories of error types with their edits and languages, in the order of their names.
  function categories(study) {
    return study.remembered("categories", () => {
      const counts = new Uint32Array(study.types.length);
      for (const { number } of study.edits) counts[number]++;
      const found = new Map();
      study.types.forEach((type, number) => {
        const entry = found.get(type.category) ?? { ...type, edits: 0, languages: new Set() };
        entry.edits += counts[number];
        for (const language of study.languagesOfTypes()[number]) entry.languages.add(language);
        found.set(type.category, entry);
      });
      const name = (entry) => entry.name || entry.category;
      return [...found.values()].sort((a, b) => name(a).localeCompare(name(b), "en"));
    });
  }

  // Choices of [value, text] among some of the categories, by language where there are several.
  function byLanguage(study, chosen, text) {
    const languages = [...new Set(study.datasets.map((dataset) => dataset.language))];
    const options = (some) => some.map((entry) => [entry.category, text(entry)]);
    if (languages.length < 2) return options(chosen);
    return languages.map((language) => ({
      label: elements.languageName(language),
      options: options(chosen.filter((entry) => entry.languages.has(language))),
    })).filter(({ options: some }) => some.length);
  }

  return { select, anyJudged, categories, byLanguage, asSearched, errorsOfLines, typeTest };
})();
