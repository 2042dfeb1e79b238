// Where things are, and the environment in which every task runs: the pinned Node and pnpm first on PATH.
import { readFileSync } from "node:fs";
import { delimiter, join } from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("..", import.meta.url));
export const at = (...path) => join(root, ...path);
export const windows = process.platform === "win32";

const manifest = JSON.parse(readFileSync(at("package.json"), "utf8"));
const wanted = manifest.skein.node;

/** The Node that started us will do when it has the pinned major version and is not older; ours is not its own proof. */
const ownNodeFits = (() => {
  if (process.execPath.startsWith(at(".tools"))) return false;
  const [major, minor] = process.versions.node.split(".").map(Number);
  const [wantedMajor, wantedMinor] = wanted.split(".").map(Number);
  return major === wantedMajor && minor >= wantedMinor;
})();

// The registry has one package for each platform; these names hold nothing but the binary.
const nodePackage = [
  process.platform === "darwin" && process.arch === "arm64" ? "node-bin" : "node",
  windows ? "win" : process.platform,
  process.arch,
].join("-");

export const toolPackages = [
  ...(ownNodeFits ? [] : [`${nodePackage}@${wanted}`]),
  manifest.packageManager.split("+")[0],
];
const toolBin = at(".tools", "node_modules", ".bin");
export const node = ownNodeFits
  ? process.execPath
  : at(".tools", "node_modules", nodePackage, "bin", windows ? "node.exe" : "node");
export const wantedNode = wanted;

// What an outer `npm start` exports must not steer the pnpm and npm started from here.
const leaks =
  /^(npm_(lifecycle|package|command|execpath|node_execpath|config_(local_|global_)?prefix)|INIT_CWD$)/i;

export const callerDirectory = process.env.INIT_CWD ?? process.cwd();
export const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !leaks.test(name)));
const pathName = Object.keys(env).find((name) => name.toUpperCase() === "PATH") ?? "PATH";
env[pathName] = [join(node, ".."), toolBin, at("node_modules", ".bin"), env[pathName]]
  .filter(Boolean)
  .join(delimiter);
env.TURBO_TELEMETRY_DISABLED ??= "1";
env.NODE_COMPILE_CACHE ??= at(".tools", "cache");
