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

  // The parts of a correction's sentence: text between edits, and what `mark(edit, number)` makes of
  // each edit. Edits are in the words of a record; `numbers` has those of the study's own.
  function pieces(study, correction, edits, mark, numbers = []) {
    const parts = [];
    const add = (part, gap) => {
      if (parts.length) parts.push(gap);
      parts.push(part);
    };
    let position = 0;
    const keep = (stop) => {
      if (stop <= position) return;
      add(visible(study.slice(correction, position, stop)), study.gapBefore(correction, position));
    };
    edits.forEach((edit, number) => {
      keep(edit.start);
      const inserted = edit.original === "" ? numbers[number] : null;
      add(mark(edit, number), study.gapBefore(correction, edit.start, inserted));
      position = edit.end;
    });
    keep(study.tokens(correction).length);
    return parts;
  }

  // A correction with its edits coloured by φ of the view's metric and method; `passes` tells which
  // edits fulfil the filters, which are outlined.
  function sentence(study, view, correction, passes = null) {
    const { language } = study.datasetOf(correction);
    const numbers = study.editsOf(correction);
    const phi = study.phi[view.metric][view.method];
    const limit = study.limit(view.metric, view.method);
    const decimals = study.decimals(view.metric);
    const edits = numbers.map((e) => study.edit(correction, e));
    return element("p", { class: "sentence", dir: "auto", lang: language },
      pieces(study, correction, edits, (edit, i) => {
        const value = phi[numbers[i]];
        const found = passes?.(numbers[i]) ? " found" : "";
        return element("span", {
          class: `edit ${sign(value)}${found}`,
          style: `--opacity: ${opacity(value, limit)}`,
          title: `${edit.type}: φ ${signed(value, decimals)}`,
        }, change(edit), " ", element("bdi", { class: "phi" }, signed(value, decimals)));
      }, numbers));
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
