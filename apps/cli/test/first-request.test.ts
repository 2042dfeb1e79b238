import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { anthropicServer } from "@skein/provider-conformance/servers";
import { expect, it } from "vitest";
import laterModules from "../later-modules.json" with { type: "json" };
import { skeinHome } from "./skein.ts";

interface Loaded {
  /** Node's own. */
  readonly modules: readonly string[];
  /** Of the bundle's code. */
  readonly bytes: number;
  /** The files of the bundle. */
  readonly files: readonly string[];
}

/** Writes down what is loaded at the moment when the first request is on its way. */
const probe = `
import { subscribe } from "node:diagnostics_channel";
import { writeFileSync } from "node:fs";
const vm = process.getBuiltinModule("node:vm");
let isFirst = true;
let bytes = 0;
const files = [];
vm.Script = class extends vm.Script {
  constructor(source, options) {
    super(source, options);
    bytes += source.length;
    files.push(options.filename);
  }
};
subscribe("http.client.request.start", () => {
  if (isFirst) writeFileSync(process.env.PROBE_FILE, JSON.stringify({ modules: process.moduleLoadList, bytes, files }));
  isFirst = false;
});
`;

async function loadedAtFirstRequest(...args: readonly string[]): Promise<Loaded> {
  await using server = await anthropicServer([{ parts: [{ type: "text", text: "Hello" }] }]);
  await using skein = await skeinHome(server.url);
  const file = join(skein.home, "loaded.json");
  const { exitCode, stderr } = await skein.run(["run", "-q", "-t", "hello", ...args], {
    NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(probe)}`,
    PROBE_FILE: file,
  });
  expect({ exitCode, stderr }).toMatchObject({ exitCode: 0 });
  return JSON.parse(await readFile(file, "utf8")) as Loaded;
}

/** Of Node's modules, those that cost time and that a request over http does without. */
const unneeded = /^NativeModule (internal\/deps\/undici|http2|inspector|readline|sqlite|tls|worker_threads)/;

/** Libraries of others in these files of the bundle, by their source maps. */
async function librariesIn(files: readonly string[]): Promise<readonly string[]> {
  // What only passes on names of Node has no map.
  const mapped = files.map((file) => `${file}.map`).filter((file) => existsSync(file));
  const maps = await Promise.all(mapped.map((file) => readFile(file, "utf8")));
  const sources = maps.flatMap((map) => (JSON.parse(map) as { readonly sources: readonly string[] }).sources);
  const names = sources.flatMap(
    (source) => /.*\/node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(source)?.[1] ?? [],
  );
  return [...new Set(names)].toSorted();
}

/**
 * One library that is loaded too early is some 300,000; what a run needs later is 400,000. Where that is it, somebody has
 * imported a module of apps/cli/later-modules.json for a first request: tools/first-request/write.ts writes the list.
 */
const mostBytes = 750_000;

// The sources import Node's modules whole; the bundle takes the names that are used.
it.runIf(process.env["SKEIN_TEST_BUNDLE"])(
  "the first request waits for no module that it does without",
  async () => {
    const { modules, bytes, files } = await loadedAtFirstRequest("--no-session");
    expect(modules).toContain("NativeModule http");
    expect(modules.filter((name) => unneeded.test(name))).toEqual([]);
    expect(bytes).toBeLessThan(mostBytes);
    // Even a small one can take milliseconds to load: tables of characters, expressions that are compiled.
    expect(await librariesIn(files)).toEqual(["ignore", "tokenx"]);
    const withSession = await loadedAtFirstRequest();
    expect(withSession.modules.filter((name) => unneeded.test(name))).toEqual(["NativeModule sqlite"]);
  },
);

it("names modules that exist for what is loaded later", () => {
  const root = new URL("../../../", import.meta.url);
  expect(laterModules.filter((path) => !existsSync(new URL(path, root)))).toEqual([]);
});
