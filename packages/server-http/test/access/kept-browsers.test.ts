import { chmod, mkdtemp, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { readServerRecord } from "../../src/access/index.ts";
import { digestOf } from "../../src/access/decide/credentials.ts";
import {
  readKeptBrowsers,
  writeKeptBrowsers,
  type KeptBrowser,
} from "../../src/access/listen/kept-browsers.ts";
import { removeServerRecord, writeServerRecord } from "../../src/access/listen/server-record.ts";

async function folder(): Promise<string> {
  const path = await mkdtemp(join(tmpdir(), "skein-browsers-"));
  onTestFinished(() => rm(path, { recursive: true }));
  return path;
}

function browserOf(id: string, lastsMs: number): KeptBrowser {
  return { id, digest: digestOf(id), role: "read", by: "browser", until: Date.now() + lastsMs };
}

const idsOf = (browsers: readonly KeptBrowser[]) => browsers.map(({ id }) => id);

test("browsers of other ports stay logged in, until they are too old", async () => {
  const path = join(await folder(), "browsers.json");
  await writeKeptBrowsers(path, "skein_1", [browserOf("a", 60_000), browserOf("old", -1)]);
  await writeKeptBrowsers(path, "skein_2", [browserOf("b", -1)]);
  await writeKeptBrowsers(path, "skein_3", [browserOf("c", 60_000)]);
  const kept = await readKeptBrowsers(path);
  expect([idsOf(kept("skein_1")), idsOf(kept("skein_3")), kept("skein_2")]).toEqual([["a"], ["c"], []]);
  const file = JSON.parse(await readFile(path, "utf8")) as Record<string, readonly KeptBrowser[]>;
  expect(Object.entries(file).map(([name, lines]) => [name, idsOf(lines)])).toEqual([
    ["skein_1", ["a"]],
    ["skein_3", ["c"]],
  ]);
});

test("a browser that is too old, or has a role that does not exist, is not let in again", async () => {
  const path = join(await folder(), "browsers.json");
  const odd = { ...browserOf("odd", 60_000), role: "root" } as unknown as KeptBrowser;
  await writeKeptBrowsers(path, "skein_1", [browserOf("old", -1), odd, browserOf("new", 60_000)]);
  expect(idsOf((await readKeptBrowsers(path))("skein_1"))).toEqual(["new"]);
});

test("a file behind a link is not believed", async () => {
  const home = await folder();
  await writeFile(join(home, "real.json"), "{}", { mode: 0o600 });
  await chmod(join(home, "real.json"), 0o600);
  await symlink(join(home, "real.json"), join(home, "link.json"));
  await expect(readKeptBrowsers(join(home, "link.json"))).rejects.toMatchObject({ code: "open-to-others" });
  await expect(readServerRecord(join(home, "link.json"))).rejects.toMatchObject({ code: "open-to-others" });
});

test("a server that ends leaves the record of the next one", async () => {
  const path = join(await folder(), "server.json");
  const record = { version: 1, pid: process.pid, url: "http://127.0.0.1:1", token: "next" } as const;
  await writeServerRecord(path, record);
  await removeServerRecord(path, "before");
  expect(await readServerRecord(path)).toEqual(record);
  await removeServerRecord(path, "next");
  expect(await readServerRecord(path)).toBeUndefined();
});

test.each([
  ["no id", { id: undefined }],
  ["a digest that is too long", { digest: `00${"ab".repeat(32)}` }],
  ["a digest with more behind it", { digest: `${"ab".repeat(32)}\n` }],
  ["a digest in upper case", { digest: "AB".repeat(32) }],
  ["a role that is no text", { role: 1 }],
  ["an end that is no whole number", { until: 1.5 }],
])("a file in which a browser has %s is not the list", async (_, change) => {
  const path = join(await folder(), "browsers.json");
  const line = { id: "a", digest: "ab".repeat(32), role: "read", until: 1, ...change };
  await writeFile(path, JSON.stringify({ skein_1: [line] }), { mode: 0o600 });
  await expect(readKeptBrowsers(path)).rejects.toMatchObject({ code: "not-a-record" });
});

test.each(["[]", "null", '"text"', '{"skein_1":{}}'])("%s is not the list of browsers", async (text) => {
  const path = join(await folder(), "browsers.json");
  await writeFile(path, text, { mode: 0o600 });
  await expect(readKeptBrowsers(path)).rejects.toMatchObject({ code: "not-a-record" });
});
