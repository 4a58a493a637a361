"use strict";
// The corrections of a list as files: CSV with a row for each edit, JSON with a record for each
// correction (record.schema.json).

const download = (() => {
  // Reports how many corrections have been read.
  async function csv(study, view, result, progress) {
    const references = study.datasets.some((dataset) => dataset.references);
    const judged = query.anyJudged(study);
    const pairs = study.metrics.flatMap((metric) =>
      study.methods.map((method) => [metric, method]));
    const header = [
      "dataset", "system", "line", "source", "hypothesis", "edit", "start", "end", "original",
      "correction", "type", ...(references ? ["in_reference"] : []), ...(judged ? ["people"] : []), "fulfils_filters",
      ...study.metrics.flatMap((metric) => [`${metric}.baseline`, `${metric}.score`]),
      ...pairs.flatMap(([metric, method]) =>
        ["phi", "phi_normalised", "stderr"].map((name) => `${metric}.${method}.${name}`)),
    ];
    const rows = [header];
    for await (const [correction, details] of every(study, result, progress)) {
      const ends = study.metrics.flatMap((metric) =>
        [details.metrics[metric]?.baseline, details.metrics[metric]?.score]);
      study.editsOf(correction).forEach((e, i) => {
        const edit = study.edit(correction, e);
        rows.push([
          study.datasetOf(correction).name, study.systemOf(correction), study.line[correction],
          study.source(correction), study.hypothesis(correction), i, edit.start, edit.end,
          edit.original, edit.correction, edit.type,
          ...(references ? [study.datasetOf(correction).references ? study.referenced[e] : ""] : []),
          ...(judged ? [["", "valid", "invalid"][study.judged[e]]] : []),
          !result.passes || result.passes(e) ? 1 : 0,
          ...ends,
          ...pairs.flatMap(([metric, method]) => {
            const found = details.metrics[metric]?.methods[method];
            if (!found) return ["", "", ""];
            const { phi, stderr } = found;
            return [phi[i], normalised(phi)[i], stderr[i]];
          }),
        ]);
      });
    }
    save(`${study.name}.csv`, "text/csv", rows.map((row) => `${row.map(cell).join(",")}\n`));
  }

  // The records of the view's metric and method.
  async function json(study, view, result, progress) {
    const records = [];
    for await (const [correction, details] of every(study, result, progress)) {
      if (!details.metrics[view.metric]) continue;
      if (study.editsOf(correction).length) records.push(record(study, view, correction, details));
    }
    save(`${study.name}.json`, "application/json", [`${JSON.stringify(records, null, 1)}\n`]);
  }

  function record(study, { metric, method }, correction, details) {
    const dataset = study.datasetOf(correction);
    const { baseline, score, methods } = details.metrics[metric];
    const found = methods[method];
    const shares = normalised(found.phi);
    return {
      dataset: dataset.name,
      system: study.systemOf(correction),
      line: study.line[correction],
      source: study.source(correction),
      hypothesis: study.hypothesis(correction),
      language: dataset.language,
      metric,
      method,
      baseline,
      score,
      exact: found.exact,
      scale: found.scale,
      evaluations: found.evaluations,
      seed: details.seed,
      signature: study.signatures[dataset.name][metric][method],
      edits: study.editsOf(correction).map((e, i) => ({
        ...study.edit(correction, e),
        phi: found.phi[i],
        phi_normalised: shares[i],
        stderr: found.stderr[i],
      })),
    };
  }

  // Equation 5 of the paper.
  function normalised(phi) {
    if (phi.includes(null)) return phi.map(() => null);
    const total = phi.reduce((sum, value) => sum + Math.abs(value), 0);
    return phi.map((value) => (total ? value / total : 0));
  }

  async function* every(study, result, progress) {
    let done = 0;
    for (const correction of result.order) {
      yield [correction, await study.details(correction)];
      if (++done % 500 === 0) progress(done);
    }
  }

  // A text that a spreadsheet would take for a formula begins with an apostrophe.
  function cell(value) {
    let text = value === null || value === undefined ? "" : String(value);
    if (typeof value === "string" && /^[=+\-@\t\r]/.test(text)) text = `'${text}`;
    return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
  }

  function save(name, type, parts) {
    const url = URL.createObjectURL(new Blob(parts, { type: `${type};charset=utf-8` }));
    const link = document.createElement("a");
    link.href = url;
    link.download = name;
    link.click();
    setTimeout(() => URL.revokeObjectURL(url), 60_000);
  }

  return { cell, csv, json, save };
})();
