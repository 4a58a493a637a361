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
      const { dataset, system, line, first } = study.corrections[correction];
      const { source, hypothesis, edits } = details.records[0];
      const ends = study.metrics.flatMap((metric) =>
        [details.metrics[metric]?.baseline, details.metrics[metric]?.score]);
      edits.forEach((edit, i) => {
        const { referenced, judged: people } = study.edits[first + i];
        rows.push([
          dataset.name, system, line, source, hypothesis, i,
          edit.start, edit.end, edit.original, edit.correction, edit.type,
          ...(references ? [dataset.references ? Number(Boolean(referenced)) : ""] : []),
          ...(judged ? [people ?? ""] : []),
          !result.passes || result.passes(first + i) ? 1 : 0,
          ...ends,
          ...pairs.flatMap(([metric, method]) => {
            const { phi, phi_normalised, stderr } = details.metrics[metric]?.methods[method].edits[i] ?? {};
            return [phi, phi_normalised, stderr];
          }),
        ]);
      });
    }
    save(`${study.name}.csv`, "text/csv", rows.map((row) => `${row.map(cell).join(",")}\n`));
  }

  // The records of the view's metric and method.
  async function json(study, view, result, progress) {
    const records = [];
    for await (const [, details] of every(study, result, progress)) {
      const record = details.metrics[view.metric]?.methods[view.method];
      if (record?.edits.length) records.push(record);
    }
    save(`${study.name}.json`, "application/json", [`${JSON.stringify(records, null, 1)}\n`]);
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
