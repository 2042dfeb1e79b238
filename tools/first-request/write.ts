import { spawnSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { temporaryFolder } from "../../packages/test-kit/src/index.ts";
import { firstRequests, type FirstRequests } from "./first-requests.ts";
import { modulesByUse } from "./modules-by-use.ts";
import { moduleOfExport } from "./module-of-export.ts";
import { root } from "./modules-of.ts";

// Writes apps/cli/later-modules.json: `npm run x -- node tools/first-request/write.ts`, in a few minutes. It takes the
// modules of which no first request calls a function, without those whose values are taken before one all the same, and
// those that are called where there are MCP servers.
const chunks = join(root, "apps/cli/dist/chunks");

/** Says which name made the chunk be loaded, when no request is on its way yet. */
const probe = `
import { subscribe } from "node:diagnostics_channel";
const vm = process.getBuiltinModule("node:vm");
let isEarly = true;
vm.Script = class extends vm.Script {
  constructor(source, options) {
    super(source, options);
    if (!isEarly || !/\\/later-[^/]*$/.test(options.filename)) return;
    const [, name] = /at get (\\S+) /.exec(new Error().stack) ?? [];
    process._rawDebug("early " + name);
  }
};
subscribe("http.client.request.start", () => (isEarly = false));
`;

bundle([]);
let later = await neverCalled();
for (let wanted = true; wanted;) {
  bundle(later);
  const early = new Set((await earlyNames()).map((name) => moduleOfExport(chunks, name)));
  if (early.has(undefined)) throw new Error("A name that is needed at once is declared nowhere.");
  wanted = early.size > 0;
  later = later.filter((module) => !early.has(module));
  console.log(`${later.length} modules are needed later; without ${[...early].join(", ") || "any more"}`);
}
const { called } = await coverage("later", { hasServers: true });
later = later.filter((module) => !called.has(module));
console.log(`${later.length} modules are needed later; without those that MCP servers need`);
bundle(later);

function bundle(modules: readonly string[]): void {
  const list = join(root, "apps/cli/later-modules.json");
  writeFileSync(list, `${JSON.stringify(modules, undefined, 2)}\n`);
  const { status } = spawnSync("pnpm", ["--filter", "@skein/cli", "run", "bundle"], {
    cwd: root,
    stdio: "ignore",
    env: { ...process.env, SKEIN_BUNDLE_MINIFY: "off" },
  });
  if (status !== 0) throw new Error("The bundle cannot be built.");
}

/**
 * Ours alone: libraries may do more than declare when they are loaded. And no `index.ts`, which has no code and is what is
 * imported on demand.
 */
async function neverCalled(): Promise<readonly string[]> {
  const { idle } = await coverage("run", {});
  return [...idle].filter((module) => !/node_modules|\/index\.ts$/.test(module)).toSorted();
}

async function coverage(chunk: string, runs: FirstRequests) {
  await using folder = await temporaryFolder();
  const env = { NODE_V8_COVERAGE: folder.path, NODE_DISABLE_COMPILE_CACHE: "1" };
  for await (const { what, exitCode, stderr } of firstRequests(env, runs))
    if (exitCode !== 0) throw new Error(`skein ${what} ended with ${String(exitCode)}: ${stderr}`);
  return await modulesByUse(folder.path, chunk);
}

/** Names of `later` that are taken before the request, and load it: of the first runs in which that happens. */
async function earlyNames(): Promise<readonly string[]> {
  const names = new Set<string>();
  const env = { NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(probe)}` };
  for await (const { what, exitCode, stderr } of firstRequests(env, { hasCalls: true })) {
    const [, name] = /^early (.+)$/m.exec(stderr) ?? [];
    if (name !== undefined) names.add(name);
    // What is taken while the rest is still being loaded finds nothing, and the run ends there.
    if (exitCode !== 0 && name === undefined)
      throw new Error(`skein ${what} ended with ${String(exitCode)}: ${stderr}`);
    if (exitCode !== 0) break;
  }
  return [...names];
}
