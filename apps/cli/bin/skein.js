#!/usr/bin/env node
// No static import, so that an old Node reaches the version check instead of failing on one.
const major = Number(process.versions.node.split(".")[0]);

if (major < 24) {
  process.stderr.write(
    `skein needs Node.js 24 or newer, and this is ${process.version}: get a newer one from https://nodejs.org or your version manager, then run skein again.\n`,
  );
  process.exitCode = 2;
} else {
  const [fs, url] = builtins("fs", "url");
  const main = url.fileURLToPath(new URL("../dist/main.script", import.meta.url));
  if (fs.existsSync(main)) bundleLoader()(main);
  else {
    process.stderr.write("skein is not built yet: run `npm run setup` in the repository, then try again.\n");
    process.exitCode = 2;
  }
}

function builtins(...names) {
  return names.map((name) => process.getBuiltinModule(`node:${name}`));
}

/**
 * Loads the files of the bundle as scripts. Of a script, V8 can keep the code of all functions that have run; Node's own
 * compile cache keeps what is compiled while a module is loaded, and each start would compile some 1,600 functions again.
 */
function bundleLoader() {
  const [fs, path, vm, { createRequire }] = builtins("fs", "path", "vm", "module");
  const require = createRequire(import.meta.url);
  const importModule = (name) => import(name);
  const resolveImport = (name) => import.meta.resolve(name);
  const cache = codeCache();
  const loaded = new Map();
  return function load(file) {
    const known = loaded.get(file);
    if (known) return known.exports;
    const { cachedData, keep } = cache(file);
    const source = fs.readFileSync(file, "latin1"); // all of it is ASCII
    const script = new vm.Script(
      `(function (exports, require, module, __filename, __dirname, importModule, resolveImport) {${source}\n})`,
      { filename: file, cachedData },
    );
    keep(script);
    const module = { exports: {} };
    loaded.set(file, module);
    const folder = path.dirname(file);
    const requireFrom = (id) => (id.startsWith(".") ? load(path.join(folder, id)) : require(id));
    const run = script.runInThisContext();
    run(module.exports, requireFrom, module, file, folder, importModule, resolveImport);
    return module.exports;
  };
}

const monthMs = 30 * 24 * 60 * 60 * 1000;

/**
 * Compiled code of files with a hash in their names, by version of Node. It is written at the end of a process that found
 * none, and once more with the first request of a process, since that has run the functions on the way to one. At that
 * moment, because V8 takes it only under the flags it was written with, and the first request sets some.
 */
function codeCache() {
  const [fs, path, { subscribe }] = builtins("fs", "path", "diagnostics_channel");
  const none = { cachedData: undefined, keep: () => undefined };
  const folder = cacheFolder();
  if (folder === undefined) return () => none;
  const kept = [];
  let kind = "start";
  const writeAll = () => {
    const fresh = kept.splice(0).filter(({ had }) => had !== kind && had !== "request");
    for (const { name, script } of fresh) write(name(kind), script);
    return fresh.length;
  };
  subscribe("http.client.request.start", () => {
    kind = "request";
    writeAll();
  });
  process.on("exit", () => {
    if (writeAll() > 0) removeOld();
  });

  // Of what a run loads anyway; `zlib` would be loaded for its sum alone.
  const sumOf = (data) => process.getBuiltinModule("node:crypto").hash("sha1", data, "buffer");
  const sumBytes = 20;

  function read(place) {
    try {
      const bytes = fs.readFileSync(place);
      const data = bytes.subarray(sumBytes);
      // V8 does not look for damage, and would crash.
      return sumOf(data).equals(bytes.subarray(0, sumBytes)) ? data : undefined;
    } catch {
      return undefined;
    }
  }

  function write(place, script) {
    const own = `${place}.${process.pid}`;
    try {
      const data = script.createCachedData();
      fs.writeFileSync(own, Buffer.concat([sumOf(data), data]), { mode: 0o600, flag: "wx" });
      fs.renameSync(own, place);
    } catch {
      fs.rmSync(own, { force: true }); // a start without it is slower
    }
  }

  /** Of versions that are gone. What is in use is written once more. */
  function removeOld() {
    try {
      for (const name of fs.readdirSync(folder)) {
        const place = path.join(folder, name);
        if (Date.now() - fs.statSync(place).mtimeMs > monthMs) fs.rmSync(place);
      }
    } catch {
      // another process was faster
    }
  }

  return (file) => {
    if (path.basename(path.dirname(file)) !== "chunks") return none;
    const name = (of) => path.join(folder, `${process.version}-${process.arch}-${of}-${path.basename(file)}`);
    let had = ["request", "start"].find((of) => fs.existsSync(name(of)));
    const cachedData = had && read(name(had));
    return {
      cachedData,
      keep: (script) => {
        if (cachedData === undefined || script.cachedDataRejected) had = undefined;
        kept.push({ name, script, had });
      },
    };
  };
}

/** Ours alone: whoever can write to it runs code as us. `undefined` when there is none. */
function cacheFolder() {
  const [fs, os] = builtins("fs", "os");
  if (process.env.NODE_DISABLE_COMPILE_CACHE) return undefined;
  const user = process.getuid?.();
  const folder = `${os.tmpdir()}/skein-code-cache-${user ?? "own"}`;
  try {
    fs.mkdirSync(folder, { mode: 0o700 });
  } catch (error) {
    if (error.code !== "EEXIST") return undefined;
  }
  const stats = fs.lstatSync(folder, { throwIfNoEntry: false });
  const isOurs =
    stats?.isDirectory() && (user === undefined || (stats.uid === user && (stats.mode & 0o77) === 0));
  return isOurs ? folder : undefined;
}
