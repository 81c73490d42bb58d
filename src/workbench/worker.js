// The program in a worker: takes questions, gives answers, one after the other.
let program;
const write = new TextEncoder(), read = new TextDecoder();
const ask = question => {
  const bytes = write.encode(question), { memory, reserve, answer, answered } = program.exports;
  const at = reserve(bytes.length);
  new Uint8Array(memory.buffer, at, bytes.length).set(bytes);
  const length = answer();
  return read.decode(new Uint8Array(memory.buffer, answered(), length));
};
// What the libraries ask of a browser, by words in the names of what they ask: a clock, which they find in its global object. They
// know both by a number below that of things that come and go. All else, such as random numbers, is never asked.
const browser = [
  [/_now_/, () => performance.now()],
  [/_static_accessor_|_performance_/, () => 1500],
  [/_statics_end/, () => 2000],
  [/_is_undefined_/, () => 0],
];
onmessage = ({ data }) => {
  if (data.module) {
    const imports = {};
    for (const { module, name } of WebAssembly.Module.imports(data.module)) {
      const [, known] = browser.find(([words]) => words.test(name)) ?? [];
      (imports[module] ||= {})[name] = known ?? (() => { throw new Error(name); });
    }
    program = new WebAssembly.Instance(data.module, imports);
    return;
  }
  try {
    postMessage({ id: data.id, answer: ask(data.question) });
  } catch (error) {
    postMessage({ id: data.id, error: String(error) });
  }
};
