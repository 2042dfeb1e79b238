import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { temporaryFolder } from "@skein/test-kit";
import { describe, expect, it } from "vitest";
import type { JsonValue } from "@skein/protocol";
import { describeOfferChange, fileExtensionPins, type OfferChange } from "../../src/index.ts";

const tool = { hash: "h", description: "d", inputSchema: {} };
const started = { ecosystem: "npm", name: "n", version: "1" };
const pin = { version: 1, source: "s", server: "", instructions: "", tools: { a: tool } };

async function readBack(value: JsonValue | string) {
  await using folder = await temporaryFolder();
  await mkdir(join(folder.path, "pins"));
  const text = typeof value === "string" ? value : JSON.stringify(value);
  await writeFile(join(folder.path, "pins/k.json"), text);
  return await fileExtensionPins(join(folder.path, "pins")).read("k");
}

describe("a kept pin", () => {
  it.each<[name: string, value: JsonValue]>([
    ["with tools", pin],
    ["without tools", { ...pin, tools: {} }],
    ["with a package of npm", { ...pin, package: started }],
    ["with a package of PyPI", { ...pin, package: { ...started, ecosystem: "PyPI" } }],
    ["with a schema that is none", { ...pin, tools: { a: { ...tool, inputSchema: null } } }],
  ])("is read: %s", async (_, value) => {
    expect(await readBack(value)).toEqual(value);
  });

  it("is read without what it does not know", async () => {
    expect(await readBack({ ...pin, more: 1 })).toEqual(pin);
  });

  it("is none where there is no file or no folder", async () => {
    await using folder = await temporaryFolder();
    expect(await fileExtensionPins(folder.path).read("k")).toBeUndefined();
    expect(await fileExtensionPins(join(folder.path, "none")).read("k")).toBeUndefined();
  });

  it.each<[name: string, value: JsonValue | string]>([
    ["no JSON", "{"],
    ["a list", []],
    ["null", null],
    ["another version", { ...pin, version: 2 }],
    ["no version", { ...pin, version: null }],
    ["tools in a list", { ...pin, tools: [tool] }],
    ["no tools", { version: 1, source: "s", server: "", instructions: "" }],
    ["a source that is no text", { ...pin, source: 1 }],
    ["a server that is no text", { ...pin, server: null }],
    ["instructions that are no text", { ...pin, instructions: [] }],
    ["a tool that is no object", { ...pin, tools: { a: tool, b: "c" } }],
    ["a tool without a hash", { ...pin, tools: { a: { ...tool, hash: null } } }],
    ["a tool without a description", { ...pin, tools: { a: { ...tool, description: 1 } } }],
    ["a tool without a schema", { ...pin, tools: { a: { hash: "h", description: "d" } } }],
    ["a package that is no object", { ...pin, package: "npm" }],
    ["a package of nowhere", { ...pin, package: { ...started, ecosystem: "cargo" } }],
    ["a package without a name", { ...pin, package: { ...started, name: 1 } }],
    ["a package without a version", { ...pin, package: { ecosystem: "npm", name: "n" } }],
  ])("that is broken is an error, never a first use: %s", async (_, value) => {
    await expect(readBack(value)).rejects.toMatchObject({
      name: "ConfigError",
      code: "unreadable",
      message: expect.stringMatching(/k\.json cannot be read: /),
    });
  });
});

describe("a change of an offer, for a person", () => {
  const schema = (name: string) => ({ type: "object", properties: { [name]: {} } });

  it.each<[change: OfferChange, title: string, diff: readonly string[]]>([
    [{ kind: "source" }, "Its command line or address is another one", []],
    [{ kind: "package", before: "n 1", after: "n 2" }, "Its package is another version", ["- n 1", "+ n 2"]],
    [{ kind: "instructions", before: "", after: "a\nb" }, "Its instructions have changed", ["+ a", "+ b"]],
    [{ kind: "instructions", before: "a\nb", after: "" }, "Its instructions have changed", ["- a", "- b"]],
    [
      { kind: "instructions", before: "a\nb\nc", after: "a\nx\nc" },
      "Its instructions have changed",
      ["- b", "+ x"],
    ],
    [{ kind: "instructions", before: "a\na", after: "a\na\na" }, "Its instructions have changed", ["+ a"]],
    [
      { kind: "instructions", before: "a\na\na", after: "a" },
      "Its instructions have changed",
      ["- a", "- a"],
    ],
    [
      { kind: "instructions", before: "a\nb", after: "b\na" },
      "Its instructions have changed",
      ["- a", "- b", "+ b", "+ a"],
    ],
    [
      { kind: "instructions", before: "a", after: "a\u200bb" },
      "Its instructions have changed",
      ["- a", "+ a\\u{200b}b"],
    ],
    [
      { kind: "tool-added", tool: "x\u001b", after: { ...tool, description: "new" } },
      'The tool "x\\\\x1b" is new',
      ["+ new", "+ {}"],
    ],
    [
      {
        kind: "tool-changed",
        tool: "x",
        before: { ...tool, inputSchema: schema("a") },
        after: { ...tool, inputSchema: schema("b") },
      },
      'The tool "x" has changed',
      ['-     "a": {}', '+     "b": {}'],
    ],
    [
      { kind: "tool-changed", tool: "x", before: tool, after: { ...tool, hash: "other" } },
      'The tool "x" has changed beside description and inputs',
      [],
    ],
  ])("%j", (change, title, diff) => {
    expect(describeOfferChange(change)).toEqual({ title, diff });
  });
});
