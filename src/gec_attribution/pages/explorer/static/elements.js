"use strict";
// Elements, and numbers and characters as readers see them. Text only ever becomes text nodes, so
// that nothing in a sentence is taken for HTML.

const elements = (() => {
  const SVG = "http://www.w3.org/2000/svg";
  const UNDEFINED = "undefined";

  // An element with attributes, listeners (`onclick`) and children; null children are left out.
  function element(name, attributes = {}, ...children) {
    return fill(document.createElement(name), attributes, children);
  }

  function svg(name, attributes = {}, ...children) {
    return fill(document.createElementNS(SVG, name), attributes, children);
  }

  function fill(made, attributes, children) {
    for (const [key, value] of Object.entries(attributes)) {
      if (key.startsWith("on")) made.addEventListener(key.slice(2), value);
      // As a property: a style that is text is what a strict Content-Security-Policy forbids.
      else if (key === "style") made.style.cssText = value;
      else if (value === true) made.setAttribute(key, "");
      else if (value !== false && value !== null && value !== undefined) {
        made.setAttribute(key, value);
      }
    }
    made.append(...children.flat(Infinity).filter((child) => child !== null && child !== ""));
    return made;
  }

  // A choice among [value, text] pairs or groups {label, options}.
  function select(attributes, options, chosen) {
    const option = ([value, text]) =>
      element("option", { value, selected: value === chosen }, text);
    return element("select", attributes, options.map((entry) =>
      Array.isArray(entry)
        ? option(entry)
        : element("optgroup", { label: entry.label }, entry.options.map(option))));
  }

  // What is wider than a narrow screen: a region that scrolls, and fades where there is more.
  function scrolling(name, ...children) {
    const region = element("div",
      { class: "scroll", tabindex: 0, role: "region", "aria-label": name }, ...children);
    const show = () => {
      const left = Math.abs(region.scrollLeft); // negative where text runs from right to left
      const more = region.scrollWidth - region.clientWidth - left > 1;
      const [start, end] = getComputedStyle(region).direction === "rtl" ? ["right", "left"] : ["left", "right"];
      region.classList.toggle(`more-${end}`, more);
      region.classList.toggle(`more-${start}`, left > 1);
    };
    region.addEventListener("scroll", show, { passive: true });
    const observer = new ResizeObserver(show);
    observer.observe(region);
    for (const child of region.children) observer.observe(child);
    return region;
  }

  // A control with its label above it.
  let fields = 0;
  function field(label, control) {
    control.id = `field-${++fields}`;
    return element("div", { class: "field" }, element("label", { for: control.id }, label), control);
  }

  // Control characters and marks of the direction of text occur in real corpora; pictures or escapes
  // stand for them.
  function visible(text) {
    return text.replace(/[\u0000-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/g, (character) => {
      const code = character.charCodeAt(0);
      if (code < 0x20) return String.fromCharCode(0x2400 + code);
      return code === 0x7f ? "␡" : `\\u${code.toString(16).padStart(4, "0")}`;
    });
  }

  const isUndefined = (value) => Number.isNaN(value ?? NaN);

  function number(value, decimals) {
    if (isUndefined(value)) return UNDEFINED;
    return value.toFixed(decimals).replace(/^-(0\.?0*)$/, "$1").replace("-", "−");
  }

  // With the sign of a number that is too small for its decimals, as in −0.00.
  function signed(value, decimals) {
    if (isUndefined(value)) return UNDEFINED;
    const sign = value > 0 ? "+" : value < 0 ? "−" : "";
    return sign + Math.abs(value).toFixed(decimals);
  }

  function sign(value) {
    if (isUndefined(value)) return UNDEFINED;
    return value > 0 ? "positive" : value < 0 ? "negative" : "zero";
  }

  const names = new Intl.DisplayNames(["en"], { type: "language", fallback: "code" });
  const languageName = (code) => names.of(code);

  const count = (value, what) =>
    `${value.toLocaleString("en")} ${what}${value === 1 ? "" : "s"}`;

  return { element, svg, select, scrolling, field, visible, number, signed, sign, count, languageName };
})();
