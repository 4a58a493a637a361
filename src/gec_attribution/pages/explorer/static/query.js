"use strict";
// Which corrections a view shows, and in which order.

const query = (() => {
  // A filter of edits applies to one edit at a time: a correction is shown if one edit fulfils all.
  function editTest(study, view) {
    const phi = study.phi[view.metric][view.method];
    const tests = [];
    if (view.type) {
      const wanted = study.types.map((type) => type.category === view.type);
      tests.push((e) => wanted[study.type[e]]);
    }
    if (view.operation) {
      const wanted = study.types.map((type) => type.operation === view.operation);
      tests.push((e) => wanted[study.type[e]]);
    }
    const signs = { raises: (e) => phi[e] > 0, lowers: (e) => phi[e] < 0, nothing: (e) => phi[e] === 0 };
    if (view.sign) tests.push(signs[view.sign]);
    const references = {
      in: (e) => study.referenced[e],
      out: (e) => !study.referenced[e],
      agree: (e) => (study.referenced[e] ? phi[e] > 0 : phi[e] < 0),
      differ: (e) => (study.referenced[e] ? phi[e] < 0 : phi[e] > 0),
    };
    if (view.references) tests.push(references[view.references]);
    const valid = (e) => study.judged[e] === 1;
    const people = {
      valid,
      invalid: (e) => study.judged[e] === 2,
      agree: (e) => study.judged[e] && (valid(e) ? phi[e] > 0 : phi[e] < 0),
      differ: (e) => study.judged[e] && (valid(e) ? phi[e] < 0 : phi[e] > 0),
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
      case "edits": return { ofCorrection: (c) => study.firstEdit[c + 1] - study.firstEdit[c] };
      case "phi": return { ofEdit: (e) => Math.abs(phi[e]) };
      case "references":
        return { ofEdit: (e) => Math.max(0, study.referenced[e] ? -phi[e] : phi[e]) };
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
    const passes = editTest(study, view);
    const { ofEdit, ofCorrection } = measure(study, view);
    const needsReferences = view.references || view.sort === "references";
    const datasets = study.datasets.map((dataset) =>
      (!view.dataset || dataset.name === view.dataset) && !(needsReferences && !dataset.references));
    const systems = study.datasets.map((dataset) =>
      dataset.systems.map((system) => !view.system || system === view.system));
    const text = view.q.trim().toLowerCase();
    const searchable = text ? study.searchable : null;
    const least = view.min === "" ? 0 : Number(view.min);
    const most = view.max === "" ? Infinity : Number(view.max);
    const found = new Uint32Array(study.size);
    const keys = new Float64Array(study.size);
    const edits = new Int32Array(study.size);
    let size = 0;
    let passing = 0;
    for (let c = 0; c < study.size; c++) {
      const first = study.firstEdit[c];
      const stop = study.firstEdit[c + 1];
      const dataset = study.dataset[c];
      if (!datasets[dataset] || !systems[dataset][study.system[c]]) continue;
      if (stop - first < least || stop - first > most) continue;
      if (searchable && !searchable[c].includes(text)) continue;
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

  const anyJudged = (study) => study.remembered("judged", () => study.judged.some(Boolean));

  // The categories of error types with their edits, in the order of their names.
  function categories(study) {
    return study.remembered("categories", () => {
      const counts = new Uint32Array(study.types.length);
      for (const type of study.type) counts[type]++;
      const found = new Map();
      study.types.forEach((type, number) => {
        const entry = found.get(type.category) ?? { ...type, edits: 0 };
        entry.edits += counts[number];
        found.set(type.category, entry);
      });
      const name = (entry) => entry.name || entry.category;
      return [...found.values()].sort((a, b) => name(a).localeCompare(name(b), "en"));
    });
  }

  return { select, anyJudged, categories };
})();
