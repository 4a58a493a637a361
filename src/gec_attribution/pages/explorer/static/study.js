"use strict";
// A study: its corrections and edits, numbered through all data sets, and columns over them. What
// is read here, and by which keys, `form.py` says.

const NO_REFERENCE = 2 ** 16 - 1;

// What stands between two tokens: nothing before most punctuation, after an opening bracket, or on
// the inner side of a quotation mark.
const CLOSING = /^(?:[,.;:!?%)\]}”]|n['’]t$|['’]\p{L})/iu;
const OPENING = /^[([{“]$/u;

function usualSpace(text, before, token, gap) {
  const isQuoted = text.split('"').length % 2 === 0;
  const isInside = isQuoted && [before, token].includes('"');
  return isInside || CLOSING.test(token) || OPENING.test(before) ? "" : gap;
}

class Study {
  constructor(index) {
    Object.assign(this, {
      name: index.study,
      version: index.version,
      labels: index.labels,
      metrics: index.metrics,
      methods: index.methods,
      operations: index.operations,
      types: index.types,
      signatures: index.signatures,
      datasets: index.datasets,
    });
    this.cache = new Map();
    this.numberCorrections();
    this.readColumns();
    this.readReferences();
  }

  numberCorrections() {
    let corrections = 0;
    for (const dataset of this.datasets) {
      dataset.first = corrections;
      corrections += dataset.sources.length * dataset.systems.length;
    }
    this.size = corrections;
    this.dataset = new Uint16Array(corrections);
    this.line = new Uint32Array(corrections);
    this.system = new Uint16Array(corrections);
    this.firstEdit = new Uint32Array(corrections + 1);
    let edits = 0;
    this.datasets.forEach((dataset, number) => {
      const counts = data.unpack(dataset.edits, Uint16Array);
      dataset.firstEdit = edits;
      counts.forEach((count, i) => {
        const correction = dataset.first + i;
        this.dataset[correction] = number;
        this.line[correction] = Math.floor(i / dataset.systems.length) + 1;
        this.system[correction] = i % dataset.systems.length;
        edits += count;
        this.firstEdit[correction + 1] = edits;
      });
    });
    this.edits = edits;
  }

  readColumns() {
    const joined = (Numbers, length, column) => {
      const all = new Numbers(length);
      let start = 0;
      for (const dataset of this.datasets) {
        const [packed, count] = column(dataset);
        if (packed) all.set(data.unpack(packed, Numbers), start);
        else all.fill(NaN, start, start + count);
        start += count;
      }
      return all;
    };
    const ofEdits = (Numbers, column) => joined(Numbers, this.edits,
      (dataset) => [column(dataset), dataset.corrections.length]);
    const ofCorrections = (Numbers, column) => joined(Numbers, this.size,
      (dataset) => [column(dataset), dataset.sources.length * dataset.systems.length]);
    this.start = ofEdits(Uint32Array, (dataset) => dataset.start);
    this.end = ofEdits(Uint32Array, (dataset) => dataset.end);
    this.type = ofEdits(Uint16Array, (dataset) => dataset.type);
    this.referenced = ofEdits(Uint8Array, (dataset) => dataset.referenced);
    this.judged = ofEdits(Uint8Array, (dataset) => dataset.judged);
    this.corrections = this.datasets.flatMap((dataset) => dataset.corrections);
    this.change = {};
    this.phi = {};
    for (const metric of this.metrics) {
      this.change[metric] = ofCorrections(Float32Array, (dataset) => dataset.change[metric]);
      this.phi[metric] = {};
      for (const method of this.methods) {
        this.phi[metric][method] = ofEdits(
          Float32Array, (dataset) => dataset.phi[metric]?.[method],
        );
      }
    }
  }

  // Of each data set its references' edits: the first of each reference of each line, and columns.
  readReferences() {
    this.references = this.datasets.map((dataset) => {
      const counts = data.unpack(dataset.reference_edits, Uint16Array);
      const first = new Uint32Array(counts.length + 1);
      counts.forEach((count, i) => { first[i + 1] = first[i] + (count === NO_REFERENCE ? 0 : count); });
      return {
        counts,
        first,
        start: data.unpack(dataset.reference_start, Uint32Array),
        end: data.unpack(dataset.reference_end, Uint32Array),
        type: data.unpack(dataset.reference_type, Uint16Array),
        untouched: data.unpack(dataset.untouched, Uint8Array),
        corrections: dataset.reference_corrections,
      };
    });
    this.authors = this.datasets.map((dataset) => data.unpack(dataset.author, Uint32Array));
  }

  // Who wrote the source of a correction; nothing where that is not known.
  authorOf(correction) {
    const number = this.authors[this.dataset[correction]][this.line[correction] - 1];
    return number ? this.datasetOf(correction).authors[number - 1] : "";
  }

  // The edits of each reference of a correction's source, in the words of a record.
  referencesOf(correction) {
    const dataset = this.datasetOf(correction);
    const edits = this.references[this.dataset[correction]];
    const tokens = this.tokens(correction);
    const found = [];
    for (let i = 0; i < dataset.references; i++) {
      const place = (this.line[correction] - 1) * dataset.references + i;
      if (edits.counts[place] === NO_REFERENCE) continue;
      const reference = [];
      for (let r = edits.first[place]; r < edits.first[place + 1]; r++) {
        reference.push({
          start: edits.start[r],
          end: edits.end[r],
          original: tokens.slice(edits.start[r], edits.end[r]).join(dataset.gap),
          correction: edits.corrections[r].split(" ").join(dataset.gap),
          type: this.types[edits.type[r]].type,
          number: edits.type[r],
          untouched: Boolean(edits.untouched[r]),
        });
      }
      found.push(reference);
    }
    return found;
  }

  // Of a correction's source the errors that all systems left: edits of references, those of a
  // place once, whose types fulfil a condition.
  leftByAll(correction, wanted = null) {
    const dataset = this.datasetOf(correction);
    const { first, untouched } = this.references[this.dataset[correction]];
    const place = (this.line[correction] - 1) * dataset.references;
    if (!untouched.subarray(first[place], first[place + dataset.references]).includes(1)) return [];
    const found = new Map();
    for (const edit of this.referencesOf(correction).flat()) {
      const key = `${edit.start} ${edit.end}`;
      const counts = edit.untouched && (!wanted || wanted(edit.number));
      if (counts && !found.has(key)) found.set(key, edit);
    }
    return [...found.values()].sort((a, b) => a.start - b.start || a.end - b.end);
  }

  // Whether a reference edits the source of a correction, by an edit of a type that is wanted.
  isEditedByReference(correction, wanted) {
    const dataset = this.datasetOf(correction);
    const { first, type: types } = this.references[this.dataset[correction]];
    const place = (this.line[correction] - 1) * dataset.references;
    return types.subarray(first[place], first[place + dataset.references])
      .some((number) => !wanted || wanted(number));
  }

  // The languages of the data sets in which a type occurs.
  languagesOfTypes() {
    return this.remembered("languages", () => {
      const languages = this.types.map(() => new Set());
      this.datasets.forEach((dataset, number) => {
        const last = number + 1 < this.datasets.length ? this.datasets[number + 1].firstEdit : this.edits;
        for (let e = dataset.firstEdit; e < last; e++) languages[this.type[e]].add(dataset.language);
        for (const type of this.references[number].type) languages[type].add(dataset.language);
      });
      return languages;
    });
  }

  remembered(key, make) {
    if (!this.cache.has(key)) this.cache.set(key, make());
    return this.cache.get(key);
  }

  // The data set of a correction, and what it is called.
  datasetOf(correction) { return this.datasets[this.dataset[correction]]; }
  systemOf(correction) { return this.datasetOf(correction).systems[this.system[correction]]; }

  // A metric may score the data sets of one language alone.
  metricsOf(correction) {
    return this.metricsIn(this.datasetOf(correction).name);
  }

  // Those of the data set of a name, or of all where there is none of that name.
  metricsIn(name) {
    const dataset = this.datasets.find((each) => each.name === name);
    return dataset ? this.metrics.filter((metric) => metric in dataset.phi) : this.metrics;
  }

  label(kind, name) { return this.labels[kind]?.[name] ?? name; }

  // The number of a correction of the data set of this name; -1 where there is none.
  find(of, line, system) {
    const dataset = this.datasets.find(({ name }) => name === of);
    const place = dataset?.systems.indexOf(system) ?? -1;
    if (place < 0 || !(line >= 1 && line <= dataset.sources.length)) return -1;
    return dataset.first + (line - 1) * dataset.systems.length + place;
  }

  tokens(correction) {
    const text = this.datasetOf(correction).sources[this.line[correction] - 1];
    return text === "" ? [] : text.split(" ");
  }

  // The edits of a correction as numbers.
  editsOf(correction) {
    const edits = [];
    for (let e = this.firstEdit[correction]; e < this.firstEdit[correction + 1]; e++) edits.push(e);
    return edits;
  }

  source(correction) { return this.tokens(correction).join(this.datasetOf(correction).gap); }

  hypothesis(correction) {
    return this.corrected(correction, this.editsOf(correction));
  }

  // The text with some of the edits.
  corrected(correction, edits) {
    const tokens = this.tokens(correction);
    const parts = [];
    let position = 0;
    for (const e of edits) {
      parts.push(...tokens.slice(position, this.start[e]));
      if (this.corrections[e] !== "") parts.push(...this.corrections[e].split(" "));
      position = this.end[e];
    }
    parts.push(...tokens.slice(position));
    return parts.join(this.datasetOf(correction).gap);
  }

  // The text with some of the edits as it was written, if that is known.
  written(correction, edits) {
    const dataset = this.datasetOf(correction);
    if (!dataset.written) return this.corrected(correction, edits);
    const tokens = this.tokens(correction);
    const spaces = dataset.written.sources[this.line[correction] - 1];
    const all = this.editsOf(correction);
    const isOff = (e) => all.includes(e) && !edits.includes(e);
    let text = "";
    let last = "";
    let position = 0;
    let gap; // after an edit, the space before what comes; null where nobody wrote the two together
    const add = (token, own) => {
      const space = gap === undefined ? own : gap ?? usualSpace(text, last, token, dataset.gap);
      text += text === "" ? token : space + token;
      last = token;
      gap = undefined;
    };
    const keep = (stop) => {
      for (; position < stop; position++) add(tokens[position], spaces[position]);
    };
    for (const e of edits) {
      const [start, end] = [this.start[e], this.end[e]];
      keep(start);
      const own = dataset.written.corrections[e];
      // Beside an edit that is off, the space is not what it is in the whole correction.
      if (gap !== null) gap = isOff(e - 1) && this.end[e - 1] === start ? null : own[0];
      if (this.corrections[e]) this.corrections[e].split(" ").forEach((token, i) => add(token, own[i]));
      if (gap !== null) gap = isOff(e + 1) && this.start[e + 1] === end ? null : own.at(-1);
      position = end;
    }
    keep(tokens.length);
    return text;
  }

  // The gap before each piece of a sentence: before a token of the source, or the new text of the
  // edit of a place, which stands where it begins.
  gapBefore(correction, token, edit = null) {
    const { written, gap } = this.datasetOf(correction);
    if (!written) return gap;
    const spaces = written.sources[this.line[correction] - 1];
    return written.corrections[edit]?.[0] ?? spaces[token];
  }

  // Tokens of a source from one to another, as they were written.
  slice(correction, start, end) {
    const tokens = this.tokens(correction).slice(start, end);
    return tokens.map((token, i) => (i ? this.gapBefore(correction, start + i) : "") + token).join("");
  }

  // An edit in the words of a record; as it was written, if that is known.
  edit(correction, e) {
    const { gap, written } = this.datasetOf(correction);
    const tokens = this.corrections[e].split(" ");
    return {
      start: this.start[e],
      end: this.end[e],
      original: this.slice(correction, this.start[e], this.end[e]),
      correction: written
        ? tokens.map((token, i) => (i ? written.corrections[e][i] : "") + token).join("")
        : tokens.join(gap),
      type: this.types[this.type[e]].type,
    };
  }

  // Sources and hypotheses as they are searched.
  get searchable() {
    return this.remembered("searchable", () =>
      Array.from({ length: this.size }, (_, correction) =>
        query.asSearched(`${this.source(correction)}\n${this.hypothesis(correction)}`)));
  }

  // All |φ| of a metric and method, ascending.
  sizes(metric, method) {
    return this.remembered(`sizes ${metric} ${method}`, () =>
      this.phi[metric][method].filter((phi) => !Number.isNaN(phi)).map(Math.abs).sort());
  }

  // φ that is coloured most strongly: the 95th percentile, so that a few outliers pale nothing; of
  // few edits the largest.
  limit(metric, method) {
    const sizes = this.sizes(metric, method);
    return sizes[Math.ceil(0.95 * (sizes.length - 1))] || sizes[sizes.length - 1] || 1;
  }

  // Decimals that give an edit of middling |φ| two significant digits.
  decimals(metric) {
    return this.remembered(`decimals ${metric}`, () => {
      const sizes = this.sizes(metric, this.methods[0]).filter((size) => size > 0);
      if (sizes.length === 0) return 2;
      const middle = sizes[Math.floor(sizes.length / 2)];
      return Math.min(8, Math.max(0, 1 - Math.floor(Math.log10(middle))));
    });
  }

  // How strongly a metric judges each edit, from -1 to 1: the sign of φ times the share of all
  // edits whose |φ| is smaller. Metrics of different units compare by it.
  strengths(metric, method) {
    return this.remembered(`strengths ${metric} ${method}`, () => {
      const sizes = this.sizes(metric, method);
      return this.phi[metric][method].map((phi) => {
        const size = Math.abs(phi);
        let low = 0;
        let high = sizes.length;
        while (low < high) {
          const middle = (low + high) >> 1;
          if (sizes[middle] < size) low = middle + 1;
          else high = middle;
        }
        return (Math.sign(phi) * low) / Math.max(1, sizes.length - 1);
      });
    });
  }

  // What is said at a place, in a list of the runs of all explainers.
  runs(explanations, place) {
    return Object.entries(explanations).flatMap(([explainer, runs]) => runs.map((said, i) => ({
      explainer: this.explainer(explainer) + (runs.length > 1 ? `, run ${i + 1}` : ""),
      said: said[place],
    })));
  }

  // A reference may come with explanations.
  explainer(name) {
    return name ? this.label("explainer", name) : "The data set";
  }

  // Everything about one correction; see `form.py`.
  async details(correction) {
    const dataset = this.datasetOf(correction);
    const number = Math.floor((this.line[correction] - 1) / dataset.lines_per_chunk);
    const chunk = await data.load(`${dataset.name}.${number}`);
    const first = dataset.first + number * dataset.lines_per_chunk * dataset.systems.length;
    const place = correction - first;
    const edits = this.editsOf(correction).map((e) => e - this.firstEdit[first]);
    const before = chunk.coalitions.slice(0, place).reduce((sum, count) => sum + count, 0);
    const masks = chunk.masks[place];
    const places = masks && new Map(masks.map((mask, i) => [mask, i]));
    const metrics = {};
    for (const [metric, scored] of Object.entries(chunk.metrics)) {
      const values = data.unpack(scored.values, Float32Array)
        .subarray(before, before + chunk.coalitions[place]);
      metrics[metric] = {
        baseline: scored.baseline[place],
        score: scored.score[place],
        values,
        // The score of a coalition, a BigInt mask; undefined where it was not scored.
        value: (mask) => values[places ? places.get(String(mask)) : Number(mask)],
        note: scored.notes[place],
        pairs: scored.pairs?.[place] ?? null,
        methods: Object.fromEntries(Object.entries(scored.methods).map(([method, attributed]) => [method, {
          phi: edits.map((e) => attributed.phi[e]),
          stderr: edits.map((e) => (attributed.stderr === 0 ? 0 : attributed.stderr[e])),
          exact: attributed.exact[place],
          scale: attributed.scale[place],
          evaluations: attributed.evaluations[place],
        }])),
      };
    }
    const line = this.line[correction] - 1 - number * dataset.lines_per_chunk;
    return {
      seed: chunk.seeds[place],
      metrics,
      references: this.referencesOf(correction),
      // Of each run of each explainer, in the order of the edits; null where it says nothing.
      explanations: this.runs(chunk.explanations, place),
      // Of the first reference: each explanation with its edit.
      explainedReferences: this.runs(chunk.explained_references, line),
    };
  }
}
