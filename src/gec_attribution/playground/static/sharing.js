"use strict";
// What is shown, to be kept or given to others: as an address, as text, as an image.

const sharing = (() => {
  const { number, signed, sign } = elements;
  const SIZE = 20; // pixels of the image's letters
  const WIDTH = 900; // pixels of its lines
  const MARGIN = 24;
  const COLOURS = { positive: "0 114 178", negative: "213 94 0", zero: "136 136 136", undefined: "136 136 136" };

  // ---- the address: in its fragment, which no browser sends

  function fragmentOf(request) {
    const parameters = new URLSearchParams({ language: request.language, source: request.source });
    if (request.edits) parameters.set("edits", JSON.stringify(request.edits));
    else parameters.set("hypothesis", request.hypothesis);
    if (request.tokenised) parameters.set("tokenised", "true");
    for (const metric of request.metrics) parameters.append("metric", metric);
    for (const method of request.methods) parameters.append("method", method);
    return `#${parameters}`;
  }

  // The request that a fragment has; null where it has none.
  function requestOf(fragment) {
    const parameters = new URLSearchParams(fragment.replace(/^#/, ""));
    if (!parameters.has("source")) return null;
    const request = {
      language: parameters.get("language") ?? "",
      source: parameters.get("source"),
      tokenised: parameters.get("tokenised") === "true",
      metrics: parameters.getAll("metric"),
      methods: parameters.getAll("method"),
    };
    try {
      if (parameters.has("edits")) return { ...request, edits: JSON.parse(parameters.get("edits")) };
    } catch {
      return null;
    }
    return { ...request, hypothesis: parameters.get("hypothesis") ?? "" };
  }

  // ---- text

  function textOf({ study, correction, details, edits }) {
    const lines = [study.text(correction, () => false), study.text(correction, () => true)];
    for (const metric of study.metricsOf(correction)) {
      const { baseline, score, methods } = details.metrics[metric];
      const decimals = study.decimals(metric);
      lines.push("", `${study.label("metric", metric)}: ${number(baseline, decimals)} (source) → ` +
        `${number(score, decimals)} (correction), change ${signed(study.change[metric][correction], decimals)}`);
      for (const method of study.methods) {
        lines.push(`φ by ${study.label("method", method)}:`);
        edits.forEach((edit, i) => lines.push(
          `  ${marks.arrow(edit)} (${edit.type}): ${signed(methods[method].edits[i].phi, decimals)}`,
        ));
      }
    }
    return `${lines.join("\n")}\n`;
  }

  // ---- image

  // The coloured sentence on a canvas, black on white, with what it shows below.
  function imageOf({ study, view, correction, edits }, isRightToLeft) {
    const canvas = document.createElement("canvas");
    const context = canvas.getContext("2d");
    const family = "system-ui, 'Noto Sans', 'Noto Sans CJK SC', sans-serif";
    const letters = (size) => { context.font = `${size}px ${family}`; };
    letters(SIZE);
    const parts = partsOf(study, view, correction);
    for (const part of parts) {
      part.pieces = part.pieces.map((piece) => {
        letters(piece.small ? 0.7 * SIZE : SIZE);
        return { ...piece, width: context.measureText(piece.text).width };
      });
      part.width = part.pieces.reduce((sum, piece) => sum + piece.width, part.edit ? 10 : 0);
    }
    const width = Math.max(WIDTH, ...parts.map((part) => part.width));
    let x = 0;
    let line = 0;
    for (const part of parts) {
      if (x && x + part.width > width) {
        x = 0;
        line += 1;
        if (!part.edit && !part.pieces[0].text.trim()) part.width = 0;
      }
      Object.assign(part, { x, line });
      x += part.width;
    }
    const height = (line + 1) * 2 * SIZE;
    const scale = 2;
    canvas.width = scale * (width + 2 * MARGIN);
    canvas.height = scale * (height + 2 * MARGIN + 1.5 * SIZE);
    context.scale(scale, scale);
    context.fillStyle = "#fff";
    context.fillRect(0, 0, canvas.width, canvas.height);
    context.textBaseline = "alphabetic";
    for (const part of parts) {
      const left = MARGIN + (isRightToLeft ? width - part.x - part.width : part.x);
      paint(context, part, left, MARGIN + part.line * 2 * SIZE + 1.2 * SIZE, letters);
    }
    letters(0.7 * SIZE);
    context.fillStyle = "#595959";
    const change = study.change[view.metric][correction];
    context.fillText(`φ by ${study.label("metric", view.metric)} and ${study.label("method", view.method)}; ` +
      `change of the score ${signed(change, study.decimals(view.metric))}`, MARGIN, height + MARGIN + SIZE);
    return canvas;
  }

  // The sentence as words and edits, each with its pieces of text.
  function partsOf(study, view, correction) {
    const { dataset, first } = study.corrections[correction];
    const phi = study.phi[view.metric][view.method];
    const limit = study.limit(view.metric, view.method);
    const decimals = study.decimals(view.metric);
    return marks.pieces(study.marked(correction), (edit, i) => {
      const value = phi[first + i];
      const { original, correction: added } = edit;
      return {
        edit: { sign: sign(value), opacity: marks.opacity(value, limit) },
        pieces: [
          ...(original ? [{ text: original, line: "through" }] : []),
          ...(original && added ? [{ text: " " }] : []),
          ...(added ? [{ text: added, line: "under" }] : []),
          { text: ` ${signed(value, decimals)}`, small: true },
        ],
      };
    }).flatMap((part) => (typeof part === "string"
      ? part.split(dataset.gap ? /(\s+)/ : /(?:)/u).filter(Boolean)
        .map((text) => ({ edit: null, pieces: [{ text }] }))
      : [part]));
  }

  function paint(context, { edit, pieces, width }, left, base, letters) {
    let x = left + (edit ? 5 : 0);
    if (edit) {
      context.fillStyle = `rgb(${COLOURS[edit.sign]} / ${edit.opacity})`;
      context.fillRect(left + 1, base - SIZE, width - 2, 1.4 * SIZE);
      context.fillStyle = `rgb(${COLOURS[edit.sign]})`;
      context.fillRect(left + 1, base + 0.4 * SIZE, width - 2, 2.5);
    }
    context.fillStyle = "#000";
    for (const piece of pieces) {
      letters(piece.small ? 0.7 * SIZE : SIZE);
      context.fillText(piece.text, x, piece.small ? base - 0.3 * SIZE : base);
      if (piece.line === "through") context.fillRect(x, base - 0.3 * SIZE, piece.width, 1.5);
      if (piece.line === "under") context.fillRect(x, base + 0.12 * SIZE, piece.width, 1.5);
      x += piece.width;
    }
  }

  return { fragmentOf, requestOf, textOf, imageOf };
})();
