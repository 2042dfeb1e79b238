#!/usr/bin/env node
/** Of compiled code that nothing has written since. */
const monthMs = 30 * 24 * 60 * 60 * 1000;
/** So many processes with a request write: the first in a new home runs other functions than those after it. */
const generations = 3;
/** Of the first line of a file with compiled code; bytes. Some hundred scripts have room in it. */
const longestIndex = 16 * 1024;
/** What ends sooner than the sums of compiled code could be made: `node:crypto` alone takes 4 ms. */
const short = new Set(["--version", "-V", "-v", "--help", "-h", "help"]);
/** In hexadecimal. */
const sumLength = 40;

// Not a module: Node starts a script a millisecond sooner, and an old Node reaches the version check.
const major = Number(process.versions.node.split(".")[0]);

if (major < 24) {
  process.stderr.write(
    `skein needs Node.js 24 or newer, and this is ${process.version}: get a newer one from https://nodejs.org or your version manager, then run skein again.\n`,
  );
  process.exitCode = 2;
} else {
  const [fs, path] = builtins("fs", "path");
  const main = path.join(__dirname, "..", "dist", "main.script");
  if (fs.existsSync(main)) start(main);
  else {
    process.stderr.write("skein is not built yet: run `npm run setup` in the repository, then try again.\n");
    process.exitCode = 2;
  }
}

/** The same words as in `print-bare-error.ts`, which may not be loaded yet. */
function start(main) {
  try {
    bundleLoader(main)(main);
  } catch (error) {
    const stack = process.env.SKEIN_DEBUG ? `\n${error?.stack}` : "";
    const hint = `This is a defect in Skein. SKEIN_DEBUG=1 shows where it happened.${stack}`;
    process.stderr.write(`skein: ${error?.message ?? error}\n  ${hint}\n`);
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
function bundleLoader(main) {
  const [fs, path, vm] = builtins("fs", "path", "vm");
  const importModule = (name) => import(name);
  const resolveImport = (name) => require("./resolve-import.mjs").resolveImport(name);
  const text = fs.readFileSync(main, "latin1"); // all of it is ASCII
  const cache = codeCache(text);
  const loaded = new Map();
  return function load(file) {
    const known = loaded.get(file);
    if (known) return known.exports;
    const name = path.basename(file);
    const cachedData = cache.of(name);
    const source = file === main ? text : fs.readFileSync(file, "latin1");
    const script = new vm.Script(
      `(function (exports, require, module, __filename, __dirname, importModule, resolveImport) {${source}\n})`,
      { filename: file, cachedData },
    );
    cache.keep(name, script, cachedData !== undefined && !script.cachedDataRejected);
    const module = { exports: {} };
    loaded.set(file, module);
    const folder = path.dirname(file);
    const requireFrom = (id) => (id.startsWith(".") ? load(path.join(folder, id)) : require(id));
    const run = script.runInThisContext();
    run(module.exports, requireFrom, module, file, folder, importModule, resolveImport);
    return module.exports;
  };
}

/**
 * Compiled code: one file for each version of Node, build, and way to a request. It is written at the end of a process that
 * had none, and with the first request of a process, since that has run the functions on the way to one. At that moment,
 * because V8 takes it only under the flags it was written with, and the first request sets some.
 *
 * @param main - names all other files, which have hashes in their names: the same text is the same build.
 */
function codeCache(main) {
  const [fs, path, { subscribe }] = builtins("fs", "path", "diagnostics_channel");
  const folder = short.has(process.argv[2]) ? undefined : cacheFolder();
  if (folder === undefined) return { of: () => undefined, keep: () => undefined };
  const build = sumOf(main).slice(0, 16);
  const place = path.join(folder, `${process.version}-${process.arch}-${build}-${wayToRequest()}`);
  const known = readIndex();
  let kept = [];
  let hasRequested = false;

  const writeAll = () => {
    const isRequest = hasRequested && known.requests < generations;
    const fresh = kept.filter(({ isTaken }) => !isTaken || isRequest);
    kept = [];
    if (fresh.length > 0) write(fresh, known.requests + (isRequest ? 1 : 0));
    return fresh.length > 0;
  };
  subscribe("http.client.request.start", () => {
    if (hasRequested) return;
    hasRequested = true;
    writeAll();
  });
  process.on("exit", (exitCode) => {
    if (exitCode === 0 && writeAll()) removeOld();
  });

  return {
    of: (name) => codeOf(known, name),
    keep: (name, script, isTaken) => void kept.push({ name, script, isTaken }),
  };

  /** The first line of the file: its own sum, and JSON that says where the code of each script is, with its sum. */
  function readIndex() {
    const bytes = readAt(0, longestIndex);
    const line = bytes.toString("latin1", 0, Math.max(0, bytes.indexOf("\n")));
    const json = line.slice(sumLength);
    return sumOf(json) === line.slice(0, sumLength) ? JSON.parse(json) : { requests: 0, scripts: {} };
  }

  function codeOf({ scripts }, name) {
    const found = scripts[name];
    if (found === undefined) return undefined;
    const code = readAt(found.at, found.length);
    // V8 does not look for damage, and would crash.
    return sumOf(code) === found.sum ? code : undefined;
  }

  function readAt(position, length) {
    let file;
    try {
      file = fs.openSync(place);
      const bytes = Buffer.allocUnsafeSlow(length);
      return bytes.subarray(0, fs.readSync(file, bytes, { position }));
    } catch {
      return Buffer.alloc(0); // there is none
    } finally {
      if (file !== undefined) fs.closeSync(file);
    }
  }

  /** What is there of other scripts stays. One after the other, so that no more than one is in memory. */
  function write(fresh, requests) {
    const own = `${place}.${process.pid}`;
    let file;
    try {
      const there = readIndex();
      const ours = new Map(fresh.map(({ name, script }) => [name, script]));
      const scripts = {};
      let at = longestIndex;
      file = fs.openSync(own, "wx", 0o600);
      for (const name of new Set([...Object.keys(there.scripts), ...ours.keys()])) {
        const code = ours.get(name)?.createCachedData() ?? codeOf(there, name);
        if (code === undefined) continue;
        scripts[name] = { at, length: code.length, sum: sumOf(code) };
        at += fs.writeSync(file, code, 0, code.length, at);
      }
      const json = JSON.stringify({ requests, scripts });
      const index = `${sumOf(json)}${json}\n`;
      if (index.length > longestIndex) throw new Error("too many scripts");
      fs.writeSync(file, index, 0);
      fs.renameSync(own, place);
    } catch {
      fs.rmSync(own, { force: true }); // a start without it is slower
    } finally {
      if (file !== undefined) fs.closeSync(file);
    }
  }

  /** Of versions that are gone. What is in use is written once more. */
  function removeOld() {
    try {
      for (const name of fs.readdirSync(folder)) {
        const file = path.join(folder, name);
        if (Date.now() - fs.statSync(file).mtimeMs > monthMs) fs.rmSync(file);
      }
    } catch {
      // another process was faster
    }
  }
}

/** Of what a run loads anyway; `zlib` would be loaded for its sum alone. */
function sumOf(data) {
  return process.getBuiltinModule("node:crypto").hash("sha1", data);
}

/** Commands run different functions on their way to a request, and so do sessions that are new, resumed, or not kept. */
function wayToRequest() {
  const [command = "", ...flags] = process.argv.slice(2);
  const session = ["--no-session", "--resume", "-r"].find((flag) => flags.includes(flag)) ?? "";
  return `${/^[a-z]{1,20}$/.test(command) ? command : "skein"}${session}`;
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
