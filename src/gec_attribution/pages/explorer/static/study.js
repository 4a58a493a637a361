"use strict";
// A study: its corrections and edits, numbered through all data sets. What is read here, and by which
// keys, `form.py` says.

class Study {
  // The first line of the index and the lines of all data sets; and the lines of texts, unread.
  constructor(index, sentences, texts) {
    Object.assign(this, {
      name: index.study,
      version: index.version,
      labels: index.labels,
      metrics: index.metrics,
      methods: index.methods,
      operations: index.operations,
      types: index.types,
      datasets: index.datasets,
    });
    this.cache = new Map();
    this.texts = texts;
    const types = new Map(this.types.map(({ type }, number) => [type, number]));
    this.sentences = [];
    this.corrections = []; // each with its data set, sentence, line, system, edits and first edit
    this.edits = [];
    for (const dataset of this.datasets) {
      Object.assign(dataset, { first: this.corrections.length, firstEdit: this.edits.length });
      dataset.sentences = sentences.slice(this.sentences.length, this.sentences.length + dataset.lines);
      dataset.authors = [...new Set(dataset.sentences.map(({ author }) => author))].filter(Boolean);
      dataset.sentences.forEach((sentence, i) => this.add(dataset, sentence, i + 1, types));
    }
    this.size = this.corrections.length;
    this.change = {};
    this.phi = {};
  }

  add(dataset, sentence, line, types) {
    sentence.number = this.sentences.push(sentence) - 1;
    for (const edit of [...sentence.references, ...sentence.corrections].flat()) {
      edit.number = types.get(edit.type);
    }
    sentence.corrections.forEach((edits, i) => {
      const system = dataset.systems[i];
      this.corrections.push({ dataset, sentence, line, system, edits, first: this.edits.length });
      this.edits.push(...edits);
    });
  }

  // The texts of a correction's sentence, read when they are first shown. The edits get their words.
  textsOf(correction) {
    const { sentence } = this.corrections[correction];
    if (!sentence.texts) {
      sentence.texts = JSON.parse(this.texts[sentence.number]);
      for (const kind of ["references", "corrections"]) {
        sentence[kind].forEach((edits, i) => {
          const words = sentence.texts[kind][i].filter((piece) => typeof piece !== "string");
          edits.forEach((edit, k) => { [edit.original, edit.correction] = words[k]; });
        });
      }
    }
    return sentence.texts;
  }

  // What is shown of a correction: the pieces of its sentence, its edits, and what stands between.
  marked(correction) {
    const { dataset, sentence, system, edits } = this.corrections[correction];
    const { corrections, gaps } = this.textsOf(correction);
    return { pieces: corrections[dataset.systems.indexOf(system)], edits, gap: dataset.gap, gaps };
  }

  // The same of each reference of its source.
  markedReferences(correction) {
    const { dataset, sentence } = this.corrections[correction];
    const { references } = this.textsOf(correction);
    return references.map((pieces, i) => ({ pieces, edits: sentence.references[i], gap: dataset.gap }));
  }

  // Reads what a view filters and sorts by under some metrics: columns of all corrections and edits.
  async readNumbers(metrics) {
    await Promise.all(metrics.filter((metric) => !(metric in this.phi)).map(async (metric) => {
      const lines = await data.load(`numbers.${metric}`);
      const numbers = lines.map((line) => JSON.parse(line));
      const column = (size, listOf, firstOf) => {
        const all = new Float64Array(size).fill(NaN);
        this.datasets.forEach((dataset, i) => {
          listOf(numbers[i])?.forEach((value, k) => { all[firstOf(dataset) + k] = value ?? NaN; });
        });
        return all;
      };
      this.change[metric] = column(this.size, (found) => found?.change, ({ first }) => first);
      this.phi[metric] = Object.fromEntries(this.methods.map((method) => [method, column(
        this.edits.length, (found) => found?.phi[method], ({ firstEdit }) => firstEdit,
      )]));
    }));
  }

  // Who wrote the source of a correction; nothing where that is not known.
  authorOf(correction) { return this.corrections[correction].sentence.author; }

  // The edits of each reference of a correction's source.
  referencesOf(correction) { return this.corrections[correction].sentence.references; }

  // Of a correction's source the errors that all systems left: edits of references, those of a
  // place once, whose types fulfil a condition.
  leftByAll(correction, wanted = null) {
    const places = new Set();
    return this.referencesOf(correction).flatMap((edits) => edits.filter((edit) => {
      const place = `${edit.start} ${edit.end}`;
      const counts = edit.untouched && (!wanted || wanted(edit.number)) && !places.has(place);
      if (counts) places.add(place);
      return counts;
    }));
  }

  // Whether a reference edits the source of a correction, by an edit of a type that is wanted.
  isEditedByReference(correction, wanted) {
    return this.referencesOf(correction)
      .some((edits) => edits.some(({ number }) => !wanted || wanted(number)));
  }

  // The languages of the data sets in which a type occurs.
  languagesOfTypes() {
    return this.remembered("languages", () => {
      const languages = this.types.map(() => new Set());
      for (const { dataset, sentence, edits } of this.corrections) {
        for (const { number } of edits) languages[number].add(dataset.language);
        for (const { number } of sentence.references.flat()) languages[number].add(dataset.language);
      }
      return languages;
    });
  }

  remembered(key, make) {
    if (!this.cache.has(key)) this.cache.set(key, make());
    return this.cache.get(key);
  }

  // The data set of a correction, and what it is called.
  datasetOf(correction) { return this.corrections[correction].dataset; }
  systemOf(correction) { return this.corrections[correction].system; }
  lineOf(correction) { return this.corrections[correction].line; }

  // A metric may score the data sets of one language alone.
  metricsOf(correction) {
    return this.metricsIn(this.datasetOf(correction).name);
  }

  // Those of the data set of a name, or of all where there is none of that name.
  metricsIn(name) {
    const dataset = this.datasets.find((each) => each.name === name);
    return dataset ? this.metrics.filter((metric) => metric in dataset.signatures) : this.metrics;
  }

  label(kind, name) { return this.labels[kind]?.[name] ?? name; }

  // The number of a correction of the data set of this name; -1 where there is none.
  find(of, line, system) {
    const dataset = this.datasets.find(({ name }) => name === of);
    const place = dataset?.systems.indexOf(system) ?? -1;
    if (place < 0 || !(line >= 1 && line <= dataset.lines)) return -1;
    return dataset.first + (line - 1) * dataset.systems.length + place;
  }

  // The numbers of the edits of a correction.
  editsOf(correction) {
    const { first, edits } = this.corrections[correction];
    return edits.map((_, i) => first + i);
  }

  // The text with some of the edits of a correction, by their places: as people would write it, where
  // that is known; otherwise its tokens.
  text(correction, isOn) {
    const { pieces, gap, edits } = this.marked(correction);
    const { written } = this.textsOf(correction);
    if (written) {
      const bits = edits.map((_, i) => (isOn(i) ? 1n << BigInt(i) : 0n));
      const mask = bits.reduce((sum, bit) => sum + bit, 0n);
      if (mask in written) return written[mask];
    }
    let edit = 0;
    return pieces
      .map((piece) => (typeof piece === "string" ? piece : piece[Number(isOn(edit++))]))
      .filter((shown) => shown !== "")
      .join(gap);
  }

  // Sources and hypotheses as they are searched, once they are read: as people would write them, and
  // their tokens.
  get searchable() {
    return this.remembered("searchable", () => this.corrections.map(({ dataset, sentence, system }, c) => {
      const [source, ...hypotheses] = this.searched[sentence.number];
      const tokens = [false, true].map((isOn) => this.text(c, () => isOn));
      const written = hypotheses[dataset.systems.indexOf(system)];
      return query.asSearched([...tokens, source, written].join("\n"));
    }));
  }

  async readSearched() {
    this.searched ??= (await data.load("search")).map((line) => JSON.parse(line));
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

  // What is said of a correction, in a list of the runs of all explainers.
  runs(explanations) {
    return Object.entries(explanations).flatMap(([explainer, runs]) => runs.map((said, i) => ({
      explainer: this.explainer(explainer) + (runs.length > 1 ? `, run ${i + 1}` : ""),
      said,
    })));
  }

  // A reference may come with explanations.
  explainer(name) {
    return name ? this.label("explainer", name) : "The data set";
  }

  // Everything about one correction; see `form.py`.
  async details(correction) {
    const { dataset, line } = this.corrections[correction];
    const number = Math.floor((line - 1) / dataset.lines_per_chunk);
    const chunk = await data.load(`${dataset.name}.${number}`);
    const first = dataset.first + number * dataset.lines_per_chunk * dataset.systems.length;
    const details = JSON.parse(chunk[correction - first]);
    const metrics = {};
    for (const record of details.records) {
      metrics[record.metric] ??= {
        baseline: record.baseline,
        score: record.score,
        pairs: record.interactions,
        methods: {},
        ...this.valuesOf(details.values[record.metric]),
      };
      metrics[record.metric].methods[record.method] = record;
    }
    return {
      records: details.records,
      metrics,
      // Of each run of each explainer, in the order of the edits; null where it says nothing.
      explanations: this.runs(details.explanations),
      // Of the first reference: each explanation with its edit.
      explainedReferences: this.runs(details.explained_references),
    };
  }

  // The scores of coalitions, and a function from a BigInt mask to one; undefined without a score.
  valuesOf(values) {
    const scores = values?.scores.map((score) => score ?? NaN) ?? [];
    const places = values?.masks && new Map(values.masks.map((mask, i) => [mask, i]));
    return {
      values: scores,
      value: (mask) => scores[places ? places.get(String(mask)) : Number(mask)],
    };
  }
}
