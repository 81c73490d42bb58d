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
onmessage = ({ data }) => {
  if (data.module) {
    // What the libraries would ask of a browser, such as random numbers, is never asked.
    const imports = {};
    for (const { module, name } of WebAssembly.Module.imports(data.module)) {
      (imports[module] ||= {})[name] = () => { throw new Error(name); };
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
