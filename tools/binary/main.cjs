// What the single executable runs: it carries the published command with all that it needs, unpacks it when it is first
// used, and goes on as `bin/skein.cjs` of it. With SKEIN_RUN_AS_NODE it stands for Node, as far as the command needs one.
const fs = require("node:fs");
const { builtinModules, createRequire } = require("node:module");
const os = require("node:os");
const path = require("node:path");
const sea = require("node:sea");
const zlib = require("node:zlib");

/** Files and folders of the user alone: whoever can write to them runs code as the user. */
const own = 0o700;

if (process.env.SKEIN_RUN_AS_NODE) runAsNode(process.argv.slice(2));
else runCommand();

function runCommand() {
  // Skein starts itself as `execPath`, the name of its program, and arguments. Here both are this file.
  const [, program, ...args] = process.argv;
  if (args[0] === program) args.shift();
  process.argv = [process.execPath, program, ...args];
  const folder = unpacked();
  if (folder === undefined) return;
  if (args[0] === "demo") offerNode(folder);
  createRequire(path.join(folder, "bin", "skein.cjs"))("./skein.cjs");
}

/** @returns the folder of the package; unpacks it if it is not there. */
function unpacked() {
  const parent = cacheFolder();
  const folder = path.join(parent, `binary-${sea.getAsset("hash", "utf8")}`);
  try {
    if (!fs.existsSync(folder)) unpack(parent, folder);
    const { uid, mode } = fs.lstatSync(folder);
    if (process.getuid === undefined || (uid === process.getuid() && (mode & 0o77) === 0)) return folder;
    return fail(
      `${folder} belongs to another user, or others can write to it: remove it, then run skein again.`,
    );
  } catch (error) {
    return fail(
      `skein cannot unpack its files to ${folder} (${error.message}): set XDG_CACHE_HOME to a folder that can be written, then run skein again.`,
    );
  }
}

function fail(text) {
  process.stderr.write(`${text}\n`);
  process.exitCode = 2;
}

function cacheFolder() {
  const { XDG_CACHE_HOME, LOCALAPPDATA } = process.env;
  const usual = {
    darwin: path.join(os.homedir(), "Library", "Caches"),
    win32: LOCALAPPDATA ?? path.join(os.homedir(), "AppData", "Local"),
  };
  const caches = XDG_CACHE_HOME || usual[process.platform] || path.join(os.homedir(), ".cache");
  return path.join(caches, "skein");
}

/** Beside its place, and renamed when it is complete: whoever comes second finds the first one's folder. */
function unpack(parent, folder) {
  fs.mkdirSync(parent, { recursive: true, mode: own });
  const draft = fs.mkdtempSync(`${folder}.`); // 0700
  try {
    const bytes = zlib.zstdDecompressSync(new Uint8Array(sea.getRawAsset("files")));
    const indexLength = bytes.readUInt32LE(0);
    let at = 4 + indexLength;
    for (const { name, size, isProgram } of JSON.parse(bytes.toString("utf8", 4, at))) {
      const file = path.join(draft, name);
      fs.mkdirSync(path.dirname(file), { recursive: true, mode: own });
      fs.writeFileSync(file, bytes.subarray(at, at + size), { mode: isProgram ? own : 0o600 });
      at += size;
    }
    fs.renameSync(draft, folder);
  } catch (error) {
    fs.rmSync(draft, { recursive: true, force: true });
    if (!fs.existsSync(folder)) throw error;
  }
}

/** The demo's project has tests for `node --test`. A Node that is installed comes first. */
function offerNode(folder) {
  process.env.SKEIN_BINARY = process.execPath;
  process.env.PATH = [process.env.PATH, path.join(folder, "bin", "as-node")]
    .filter(Boolean)
    .join(path.delimiter);
}

/** `-e CODE` and `--test`, which is all that the command asks of Node. */
function runAsNode([option, ...rest]) {
  process.argv = [process.execPath, ...(option === "-e" ? rest.slice(1) : rest)];
  if (option === "-e") {
    for (const name of builtinModules) {
      if (!(name in globalThis))
        Object.defineProperty(globalThis, name, { get: () => require(name), configurable: true });
    }
    globalThis.require = require;
    require("node:vm").runInThisContext(rest[0] ?? "", { filename: "[eval]" });
  } else if (option === "--test") runTests(rest);
  else {
    process.stderr.write("This program stands for Node with -e and --test only.\n");
    process.exitCode = 9;
  }
}

function runTests(options) {
  const { run } = require("node:test");
  const reporters = require("node:test/reporters");
  const named = options.find((one) => one.startsWith("--test-reporter="));
  const reporter = reporters[named?.slice("--test-reporter=".length) ?? "spec"];
  const tests = run({ isolation: "none" });
  tests.on("test:fail", () => (process.exitCode = 1));
  tests.compose(reporter).pipe(process.stdout);
}
