"use strict";
// Loading data: a page that is opened from a file may run the scripts it names, and read no file.

const data = (() => {
  const waiting = new Map();
  const loading = new Map();

  // The lines of data/NAME.js, each a JSON value, read once.
  function load(name) {
    if (!loading.has(name)) {
      loading.set(name, new Promise((resolve, reject) => {
        const script = document.createElement("script");
        waiting.set(name, resolve);
        script.src = `data/${name}.js`;
        script.onload = () => script.remove();
        script.onerror = () => {
          loading.delete(name);
          script.remove();
          reject(new Error(
            `data/${name}.js is not there or cannot be read; copy the whole folder of the explorer`,
          ));
        };
        document.head.append(script);
      }).then(unpack));
    }
    return loading.get(name);
  }

  // Lines that came another way.
  function provide(name, lines) {
    loading.set(name, Promise.resolve(lines));
  }

  function receive(name, letters) {
    waiting.get(name)?.(letters);
    waiting.delete(name);
  }

  // The lines of a text that gzip compressed and base64 wrote in letters.
  async function unpack(letters) {
    if (!window.DecompressionStream) {
      throw new Error("This browser is too old to read the explorer's data: take one of 2023 or later");
    }
    const text = new Blob([bytesOf(letters)]).stream().pipeThrough(new DecompressionStream("gzip"));
    return (await new Response(text).text()).split("\n");
  }

  function bytesOf(letters) {
    if (Uint8Array.fromBase64) return Uint8Array.fromBase64(letters);
    const binary = atob(letters);
    const bytes = new Uint8Array(binary.length);
    for (let i = 0; i < bytes.length; i++) bytes[i] = binary.charCodeAt(i);
    return bytes;
  }

  return { load, provide, receive };
})();

// What the scripts of data call.
const receive = data.receive;
