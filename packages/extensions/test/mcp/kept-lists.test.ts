import { readdir, readFile, utimes, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { temporaryFolder } from "@skein/test-kit";
import { describe, expect, it } from "vitest";
import { fileToolLists, mcp, type KeptToolList, type ToolListStore } from "../../src/index.ts";
import { says, using } from "./workshop.ts";

const source = fileURLToPath(new URL("../servers/counts-starts.ts", import.meta.url));

/** A server that writes a line at each start, and offers the tools that a file names. */
async function workshop() {
  const folder = await temporaryFolder();
  const inFolder = (name: string) => join(folder.path, name);
  const [starts, tools, lists, extra] = [
    inFolder("starts"),
    inFolder("tools"),
    inFolder("lists"),
    inFolder("extra"),
  ];
  await writeFile(starts, "");
  await writeFile(extra, "a part of the program");
  await writeFile(tools, "echo");
  const args = [source, "--flag", extra];
  const settings = { name: "s", command: process.execPath, args, env: { STARTS: starts, TOOLS: tools } };
  return {
    path: folder.path,
    tools,
    lists,
    extra,
    settings,
    open: (store: ToolListStore = fileToolLists(lists)) => using(mcp({ ...settings, lists: store })),
    starts: async () => (await readFile(starts, "utf8")).length,
    [Symbol.asyncDispose]: () => folder[Symbol.asyncDispose](),
  };
}

type Workshop = Awaited<ReturnType<typeof workshop>>;

async function namesIn(extension: { tools(): Promise<readonly { name: string }[]> }) {
  return (await extension.tools()).map(({ name }) => name);
}

/** Starts it once, so that its list is kept. */
async function begin(shop: Workshop): Promise<void> {
  await using first = shop.open();
  expect(await namesIn(first)).toEqual(["echo"]);
  await expect.poll(() => readdir(shop.lists)).toHaveLength(1);
}

describe("a kept tool list", () => {
  it("is offered at the next start without starting the server, which the first call does", async () => {
    await using shop = await workshop();
    await begin(shop);
    await using second = shop.open();
    const states: string[] = [];
    second.onStatus?.(({ state }) => states.push(state));
    expect(await namesIn(second)).toEqual(["echo"]);
    expect(second.instructions).toBe("Echo well.");
    expect([await shop.starts(), second.status().state]).toEqual([1, "cached"]);
    expect(await says(second, "echo", { a: 1 })).toBe('echo {"a":1}');
    expect(await shop.starts()).toBe(2);
    expect(states).toEqual(["cached", "starting", "ready"]);
  });

  it("refuses invalid input before the server is started", async () => {
    await using shop = await workshop();
    await begin(shop);
    await using second = shop.open();
    expect(await says(second, "echo", { a: "one" })).toMatch(/a: /);
    expect(await shop.starts()).toBe(1);
  });

  it("that has changed meanwhile is told with the first call, and a tool that is gone is not called", async () => {
    await using shop = await workshop();
    await begin(shop);
    await using second = shop.open();
    await writeFile(shop.tools, "other");
    expect(await namesIn(second)).toEqual(["echo"]);
    let changes = 0;
    second.onChange?.(() => changes++);
    expect(await says(second, "echo")).toMatch(/no tool "echo".*other/is);
    expect(changes).toBe(1);
    expect(await namesIn(second)).toEqual(["other"]);
    await second.close();
    await using third = shop.open();
    expect(await namesIn(third)).toEqual(["other"]);
  });

  it.each([
    ["other arguments", (shop: Workshop) => Promise.resolve({ args: [...shop.settings.args, "more"] })],
    ["another environment", (shop: Workshop) => Promise.resolve({ env: { ...shop.settings.env, KEY: "2" } })],
    ["another folder", (shop: Workshop) => Promise.resolve({ cwd: shop.path })],
    ["a newer file", async (shop: Workshop) => (await utimes(shop.extra, 1, 1), {})],
  ])("is not that of a server with %s", async (_, change) => {
    await using shop = await workshop();
    await begin(shop);
    await using other = using(
      mcp({ ...shop.settings, lists: fileToolLists(shop.lists), ...(await change(shop)) }),
    );
    expect(await namesIn(other)).toEqual(["echo"]);
    expect(await shop.starts()).toBe(2);
  });

  it.each([
    ["broken", "{"],
    ["of another form", '{"at":1,"tools":"echo"}'],
    ["empty", ""],
  ])("that is %s is asked for again", async (_, content) => {
    await using shop = await workshop();
    await begin(shop);
    const [file = ""] = await readdir(shop.lists);
    await writeFile(join(shop.lists, file), content);
    await using second = shop.open();
    expect(await namesIn(second)).toEqual(["echo"]);
    expect(await shop.starts()).toBe(2);
  });

  it("that is old is offered at once, and asked for again behind", async () => {
    await using shop = await workshop();
    await writeFile(shop.tools, "new");
    const offers = { prompts: false, resources: false };
    const old: KeptToolList = { at: 0, tools: [{ name: "old" }], leftOut: 0, instructions: "", offers };
    const written: KeptToolList[] = [];
    const store: ToolListStore = {
      read: () => Promise.resolve(JSON.parse(JSON.stringify(old)) as never),
      write: (_, list) => Promise.resolve(void written.push(list)),
    };
    await using extension = shop.open(store);
    const changed = new Promise<void>((resolve) => extension.onChange?.(resolve));
    expect(await namesIn(extension)).toEqual(["old"]);
    await changed;
    expect(await namesIn(extension)).toEqual(["new"]);
    await expect
      .poll(() => written)
      .toMatchObject([{ tools: [{ name: "new" }], leftOut: 0, instructions: "Echo well." }]);
  });

  it("cannot be kept: the server works without", async () => {
    await using shop = await workshop();
    await writeFile(shop.lists, "a file, no folder");
    for (const _ of [1, 2]) {
      await using extension = shop.open();
      expect(await namesIn(extension)).toEqual(["echo"]);
    }
    expect(await shop.starts()).toBe(2);
  });
});
