"use strict";
// Asking the server: JSON there and back, and what goes wrong as a sentence.

const server = (() => {
  const get = (path) => answered(fetch(path));

  const post = (path, content, signal) => answered(fetch(path, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify(content),
    signal,
  }));

  async function answered(asked) {
    let answer;
    let content;
    try {
      answer = await asked;
      content = await answer.json();
    } catch (error) {
      if (error.name === "AbortError") throw error;
      throw new Error("The playground does not answer: is `gec-attribution serve` still running?");
    }
    if (!answer.ok) throw new Error(sentence(content.error));
    return content;
  }

  const sentence = (text) => {
    const begun = text.charAt(0).toUpperCase() + text.slice(1);
    return /[.?!]$/.test(begun) ? begun : `${begun}.`;
  };

  return { get, post };
})();
