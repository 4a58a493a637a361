"use strict";
// A sentence with its edits marked, as on the page of `explain --html`.

const marks = (() => {
  const { element, visible, signed, sign } = elements;
  // The strongest colour behind text that still reads well, on a light page as on a dark one.
  const MAX_OPACITY = 0.55;
  const NOTHING = "∅";

  // What an edit removes and what it adds; each keeps its own writing direction.
  function change({ original, correction }) {
    return [
      original && element("bdi", {}, element("del", {}, visible(original))),
      original && correction && " ",
      correction && element("bdi", {}, element("ins", {}, visible(correction))),
    ].filter((part) => part !== "");
  }

  // The same in plain text.
  const arrow = ({ original, correction }) =>
    `${visible(original || NOTHING)} → ${visible(correction || NOTHING)}`;

  const opacity = (phi, limit) =>
    (MAX_OPACITY * Math.min(1, Math.abs(phi || 0) / limit)).toFixed(3);

  // The parts of a sentence with edits: its text, and what `mark(edit, number)` makes of each edit;
  // one of which it makes nothing is text, too.
  function pieces({ pieces: all, edits, gap, gaps = {} }, mark) {
    const parts = [];
    let number = 0;
    all.forEach((piece, i) => {
      const isText = typeof piece === "string";
      const part = isText ? null : mark(edits[number], number++);
      const text = isText ? piece : piece[0];
      if (!part && text === "") return;
      if (parts.length) parts.push(gaps[i] ?? gap);
      parts.push(part ?? visible(text));
    });
    return parts;
  }

  // A correction with its edits coloured by φ of the view's metric and method; `passes` tells which
  // edits fulfil the filters, which are outlined.
  function sentence(study, view, correction, passes = null) {
    const { dataset, first } = study.corrections[correction];
    const phi = study.phi[view.metric][view.method];
    const limit = study.limit(view.metric, view.method);
    const decimals = study.decimals(view.metric);
    return element("p", { class: "sentence", dir: "auto", lang: dataset.language },
      pieces(study.marked(correction), (edit, i) => {
        const value = phi[first + i];
        const found = passes?.(first + i) ? " found" : "";
        return element("span", {
          class: `edit ${sign(value)}${found}`,
          style: `--opacity: ${opacity(value, limit)}`,
          title: `${edit.type}: φ ${signed(value, decimals)}`,
        }, change(edit), " ", element("bdi", { class: "phi" }, signed(value, decimals)));
      }));
  }

  // The scale of the colours.
  function scale(study, view) {
    const limit = study.limit(view.metric, view.method);
    const decimals = study.decimals(view.metric);
    return element("p", { class: "scale" },
      element("span", {}, `lowers ${study.label("metric", view.metric)}: `,
        `${signed(-limit, decimals)} or less`),
      element("i", { "aria-hidden": "true" }),
      element("span", {}, `${signed(limit, decimals)} or more: raises it`));
  }

  return { change, arrow, opacity, pieces, sentence, scale };
})();
