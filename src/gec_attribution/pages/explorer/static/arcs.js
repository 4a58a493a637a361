"use strict";
// Interactions as arcs between the edits of a sentence: how much more, or less, two edits do
// together than each of them alone.

const arcs = (() => {
  const { element, svg, signed, sign } = elements;
  const STEP = 110;
  const MARGIN = 80;
  const NOISE = 1e-6; // see statistics/signs.py

  // `edits` and `interactions` of a record; `size` of the scores they were computed from.
  function draw(edits, interactions, decimals, size) {
    const known = interactions.map(({ edits: pair, shapley: value }) => ({ pair, value }));
    const largest = Math.max(...known.map(({ value }) => Math.abs(value))) || 1;
    const height = 40 + 26 * Math.min(8, edits.length - 1);
    const width = 2 * MARGIN + STEP * (edits.length - 1);
    const at = (number) => MARGIN + STEP * number;
    // The largest last, on top of the others.
    const drawn = [...known].sort((a, b) => Math.abs(a.value) - Math.abs(b.value))
      .filter(({ value }) => Math.abs(value) >= largest / 50 && Math.abs(value) > NOISE * size)
      .map(({ pair: [i, j], value }) => svg("path", {
        class: `arc ${sign(value)}`,
        d: `M${at(i)} ${height} C${at(i)} ${rise(j - i, height)} ${at(j)} ${rise(j - i, height)} ${at(j)} ${height}`,
        "stroke-width": (1 + 7 * Math.abs(value) / largest).toFixed(1),
      }, svg("title", {},
        `${marks.arrow(edits[i])} and ${marks.arrow(edits[j])}: ${signed(value, decimals)}`)));
    const labels = edits.map((edit, i) => svg("text", {
      x: at(i), y: height + 18 + (i % 2) * 16, "text-anchor": "middle",
    }, short(marks.arrow(edit))));
    const points = edits.map((_, i) => svg("circle", { cx: at(i), cy: height, r: 4 }));
    const strongest = [...known].sort((a, b) => Math.abs(b.value) - Math.abs(a.value));
    return element("div", {},
      elements.scrolling("Arcs",
        svg("svg", {
          class: "arcs", width, height: height + 44, viewBox: `0 0 ${width} ${height + 44}`,
          role: "img", "aria-label": "Interactions as arcs; the table below has the numbers",
        }, drawn, points, labels)),
      element("details", {}, element("summary", {}, "The numbers"),
        elements.scrolling("Interactions",
          element("table", {},
            element("thead", {}, element("tr", {}, ["One edit", "Another edit", "Interaction"]
              .map((text) => element("th", { scope: "col" }, text)))),
            element("tbody", {}, strongest.map(({ pair: [i, j], value }) => element("tr", {},
              element("td", {}, marks.change(edits[i])), element("td", {}, marks.change(edits[j])),
              element("td", { class: "number" }, signed(value, decimals)))))))));
  }

  const rise = (distance, height) => height - Math.min(height - 8, 30 + 34 * distance) * 1.3;

  // At most 18 letters wide; a Chinese character is as wide as two.
  function short(text) {
    let width = 0;
    for (let i = 0; i < text.length; i++) {
      width += text.charCodeAt(i) >= 0x2e80 ? 2 : 1;
      if (width > 18) return `${text.slice(0, i)}…`;
    }
    return text;
  }

  return { draw };
})();
