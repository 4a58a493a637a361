"use strict";
// Loading data: a page that is opened from a file may run the scripts it names, and read no file.

const data = (() => {
  const waiting = new Map();
  const loading = new Map();

  // The content of data/NAME.js, read once.
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
      }));
    }
    return loading.get(name);
  }

  // Content that came another way.
  function provide(name, content) {
    loading.set(name, Promise.resolve(content));
  }

  function receive(name, content) {
    waiting.get(name)?.(content);
    waiting.delete(name);
  }

  // A column: the base64 of little-endian numbers.
  function unpack(text, Numbers) {
    if (Uint8Array.fromBase64) return new Numbers(Uint8Array.fromBase64(text).buffer);
    const binary = atob(text);
    const bytes = new Uint8Array(binary.length);
    for (let i = 0; i < bytes.length; i++) bytes[i] = binary.charCodeAt(i);
    return new Numbers(bytes.buffer);
  }

  return { load, provide, receive, unpack };
})();

// What the scripts of data call.
const receive = data.receive;
