import { readdir, stat, utimes, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { temporaryFolder } from "@skein/test-kit";
import { describe, expect, it } from "vitest";
import type { JsonValue } from "@skein/protocol";
import { fileToolLists, type McpCommandSettings } from "../../src/index.ts";
import { listedTool } from "../../src/mcp/listed-tool.ts";
import { toolListMemory } from "../../src/tool-lists/recall-tool-list.ts";
import { toolListKey } from "../../src/tool-lists/tool-list-key.ts";
import { keptToolList } from "../../src/tool-lists/tool-list-store.ts";

const offers = { prompts: true, resources: false };
const list = { at: 1, tools: [{ name: "a" }], leftOut: 2, instructions: "i", offers };

describe("the value of a store", () => {
  it.each<[name: string, value: JsonValue]>([
    ["a list", list],
    ["a list without tools", { ...list, tools: [] }],
    ["a list with prompts", { ...list, offers: { ...offers, promptList: [{ name: "p" }] } }],
    ["a list with no prompts", { ...list, offers: { ...offers, promptList: [] } }],
  ])("is a kept list: %s", (_, value) => {
    expect(keptToolList(value)).toEqual(value);
  });

  it.each<[name: string, value: JsonValue | undefined]>([
    ["nothing", undefined],
    ["null", null],
    ["a list of JSON", [list]],
    ["no time", { ...list, at: "1" }],
    ["no number of further tools", { ...list, leftOut: null }],
    ["no instructions", { ...list, instructions: 3 }],
    ["tools in an object", { ...list, tools: { a: {} } }],
    ["a tool that is no object", { ...list, tools: [{ name: "a" }, "b"] }],
    ["no offers", { ...list, offers: null }],
    ["offers without prompts", { ...list, offers: { resources: true } }],
    ["offers without resources", { ...list, offers: { prompts: true, resources: "yes" } }],
    ["prompts in an object", { ...list, offers: { ...offers, promptList: {} } }],
    ["a prompt without a name", { ...list, offers: { ...offers, promptList: [{ name: "p" }, {}] } }],
    ["a prompt that is no object", { ...list, offers: { ...offers, promptList: ["p"] } }],
  ])("is none: %s", (_, value) => {
    expect(keptToolList(value)).toBeUndefined();
  });
});

describe("a folder of kept lists", () => {
  it("gives back what was written, in files of the user alone", async () => {
    await using folder = await temporaryFolder();
    const path = join(folder.path, "lists");
    const store = fileToolLists(path);
    expect(await store.read("k")).toBeUndefined();
    await store.write("k", list);
    expect(await store.read("k")).toEqual(list);
    expect(await readdir(path)).toEqual(["k.json"]);
    expect((await stat(join(path, "k.json"))).mode & 0o777).toBe(0o600);
    expect((await stat(path)).mode & 0o777).toBe(0o700);
    await writeFile(join(path, "k.json"), "{");
    expect(await store.read("k")).toBeUndefined();
  });

  it("does without them where they cannot be written", async () => {
    await using folder = await temporaryFolder();
    await writeFile(join(folder.path, "file"), "");
    const store = fileToolLists(join(folder.path, "file/lists"));
    await store.write("k", list);
    expect(await store.read("k")).toBeUndefined();
  });
});

describe("a memory of tool lists", () => {
  const hour = 3_600_000;
  const settings = async (folder: string): Promise<McpCommandSettings> => ({
    command: "server",
    cwd: folder,
    lists: fileToolLists(join(folder, "lists")),
  });

  it.each([
    [0, false],
    [hour, false],
    [hour + 1, true],
    [-1, true],
  ])("asks again when a list is %d ms old: %s", async (age, isOld) => {
    await using folder = await temporaryFolder();
    let now = 1_000_000_000;
    const memory = toolListMemory(await settings(folder.path), () => now);
    expect(await memory.recall()).toBeUndefined();
    await memory.keep({ tools: [listedTool({ name: "a" })!], leftOut: 1 }, "Be quick.", offers);
    now += age;
    expect(await memory.recall()).toMatchObject({
      tools: [{ name: "a" }],
      leftOut: 1,
      instructions: "Be quick.",
      offers,
      isOld,
    });
  });

  it("counts a kept tool that is none any more as left out", async () => {
    await using folder = await temporaryFolder();
    const own = await settings(folder.path);
    await own.lists?.write(toolListKey(own)!, { ...list, tools: [{ name: "a" }, { title: "no name" }] });
    expect(await toolListMemory(own, () => 1).recall()).toMatchObject({
      tools: [{ name: "a" }],
      leftOut: 3,
    });
  });

  it("is none without a store", async () => {
    const memory = toolListMemory({ command: "server" }, () => 1);
    await memory.keep({ tools: [], leftOut: 0 }, "", offers);
    expect(await memory.recall()).toBeUndefined();
  });
});

describe("the key of a list", () => {
  it("is another one for each setting that a server can see", () => {
    const url = { url: "http://127.0.0.1:1/" };
    const command = { command: "server", args: ["a"], cwd: "/" };
    const keys = [
      url,
      { ...url, apps: true },
      { ...url, socket: "/s" },
      { ...url, headers: { a: "b" } },
      command,
      { ...command, apps: true },
      { ...command, args: ["b"] },
      { ...command, args: ["a", "b"] },
      { ...command, env: { A: "b" } },
      { ...command, cwd: "/tmp" },
      { ...command, command: "other" },
    ].map((settings) => toolListKey(settings, ""));
    expect(new Set(keys).size).toBe(keys.length);
    expect(keys).not.toContain(undefined);
  });

  it("changes with the program and with the files among its arguments", async () => {
    await using folder = await temporaryFolder();
    const { path } = folder;
    for (const name of ["server", "script.js", "other"]) await writeFile(join(path, name), name);
    const onPath = (more: object = {}) =>
      toolListKey(
        { command: "server", args: ["script.js", "-flag", "gone.js"], cwd: path, ...more },
        `:/nowhere:${path}`,
      );
    const first = onPath();
    expect(onPath()).toBe(first);
    const later = new Date(Date.now() + 60_000);
    await utimes(join(path, "other"), later, later);
    expect(onPath()).toBe(first);
    await utimes(join(path, "script.js"), later, later);
    const second = onPath();
    expect(second).not.toBe(first);
    await utimes(join(path, "server"), later, later);
    const third = onPath();
    expect(third).not.toBe(second);
    await writeFile(join(path, "gone.js"), "here now");
    expect(onPath()).not.toBe(third);
    const direct = () => toolListKey({ command: "./server", cwd: path }, "");
    const before = direct();
    await writeFile(join(path, "server"), "longer than before");
    expect(direct()).not.toBe(before);
  });
});
