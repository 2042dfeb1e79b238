import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { anthropicServer } from "@skein/test-kit";
import { expect, it } from "vitest";
import { skeinHome } from "./skein.ts";

/** Writes down what is loaded at the moment when the first request is on its way. */
const probe = `
import { subscribe } from "node:diagnostics_channel";
import { writeFileSync } from "node:fs";
let isFirst = true;
subscribe("http.client.request.start", () => {
  if (isFirst) writeFileSync(process.env.PROBE_FILE, JSON.stringify(process.moduleLoadList));
  isFirst = false;
});
`;

async function loadedAtFirstRequest(...args: readonly string[]): Promise<readonly string[]> {
  await using server = await anthropicServer([{ parts: [{ type: "text", text: "Hello" }] }]);
  await using skein = await skeinHome(server.url);
  const file = join(skein.home, "loaded.json");
  const { exitCode, stderr } = await skein.run(["run", "-q", "-t", "hello", ...args], {
    NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(probe)}`,
    PROBE_FILE: file,
  });
  expect({ exitCode, stderr }).toMatchObject({ exitCode: 0 });
  return JSON.parse(await readFile(file, "utf8")) as readonly string[];
}

/** Of Node's modules, those that cost time and that a request over http does without. */
const unneeded = /^NativeModule (internal\/deps\/undici|http2|inspector|readline|sqlite|tls|worker_threads)/;

// The sources import Node's modules whole; the bundle takes the names that are used.
it.runIf(process.env["SKEIN_TEST_BUNDLE"])(
  "the first request waits for no module that it does without",
  async () => {
    const loaded = await loadedAtFirstRequest("--no-session");
    expect(loaded).toContain("NativeModule http");
    expect(loaded.filter((name) => unneeded.test(name))).toEqual([]);
    const withSession = await loadedAtFirstRequest();
    expect(withSession.filter((name) => unneeded.test(name))).toEqual(["NativeModule sqlite"]);
  },
);
