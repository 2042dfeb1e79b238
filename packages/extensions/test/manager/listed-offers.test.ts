import { isFailure, extractText, type Extension, type JsonObject } from "@skein/protocol";
import { describe, expect, it } from "vitest";
import { extensionManager } from "../../src/index.ts";
import { context, standIn } from "../stand-ins.ts";

function shelf(name: string, parts: Partial<Extension> = {}): Extension {
  return {
    ...standIn(name, []),
    resources: { list: async () => [], read: async (uri) => [{ uri, text: `${name}: ${uri}` }] },
    ...parts,
  };
}

const books = (...uris: readonly string[]): Partial<Extension> => ({
  resources: { list: async () => uris.map((uri) => ({ uri, name: uri })), read: async () => [] },
});

async function says(extensions: readonly Extension[], tool: string, input: JsonObject): Promise<string> {
  const manager = extensionManager({ extensions, switches: [] });
  const outcome = await manager.callTool(tool, input, context);
  if (!isFailure(outcome)) return extractText(outcome.content);
  return outcome.kind === "failed" ? [outcome.message, outcome.hint ?? ""].join(" ").trim() : outcome.kind;
}

describe("a list of what extensions offer", () => {
  it("has a line for each, with the first line of what is said of it", async () => {
    const rich = shelf("rich", {
      resources: {
        list: async () => [
          { uri: "r://a", name: "a", title: "Title", description: "First.\nSecond." },
          { uri: "r://b", name: "b", title: "Only a title" },
          { uri: "r://c", name: "c" },
        ],
        templates: async () => [{ uriTemplate: "r://{x}", name: "x", description: "Any" }],
        read: async () => [],
      },
      prompts: {
        list: async () => [
          { name: "p" },
          { name: "q", arguments: [{ name: "one", isRequired: true }, { name: "two" }] },
        ],
        get: async () => ({ messages: [] }),
      },
    });
    expect((await says([rich], "list_resources", {})).split("\n")).toEqual([
      "rich resource r://a: First.",
      "rich resource r://b: Only a title",
      "rich resource r://c",
      "rich template r://{x}: Any",
      "rich prompt p()",
      "rich prompt q(one, two?)",
    ]);
  });

  it.each<[query: string, lines: readonly string[]]>([
    ["", ["one resource a://x", "two resource B://y"]],
    ["  ", ["one resource a://x", "two resource B://y"]],
    ["b://Y", ["two resource B://y"]],
    ["two resource", ["two resource B://y"]],
    ["one y", ["None matches. Leave the query out to see all."]],
  ])("has the lines with all words of the query, in any case: %j", async (query, lines) => {
    const extensions = [shelf("one", books("a://x")), shelf("two", books("B://y"))];
    expect((await says(extensions, "list_resources", { query })).split("\n")).toEqual(lines);
  });

  it.each<[count: number, last: string]>([
    [100, "one resource a://99"],
    [101, "… and 1 more. Give words of what you look for."],
    [150, "… and 50 more. Give words of what you look for."],
  ])("of %d is cut after a hundred lines", async (count, last) => {
    const uris = Array.from({ length: count }, (_, index) => `a://${index}`);
    const lines = (await says([shelf("one", books(...uris))], "list_resources", {})).split("\n");
    expect(lines.at(-1)).toBe(last);
    expect(lines).toHaveLength(Math.min(count, 101));
  });

  it("goes on without an extension that cannot be asked", async () => {
    const broken = shelf("broken", {
      resources: { list: () => Promise.reject(new Error("gone away")), read: async () => [] },
    });
    expect(await says([broken, shelf("one", books("a://x"))], "list_resources", {})).toBe(
      "broken: cannot be listed: gone away\none resource a://x",
    );
  });

  it("says when there is nothing", async () => {
    expect(await says([shelf("one"), shelf("two")], "list_resources", {})).toBe("No extension offers any.");
  });

  it("is that of one extension, where it is named", async () => {
    const extensions = [shelf("one", books("a://x")), shelf("two", books("b://y")), standIn("bare", [])];
    expect(await says(extensions, "list_resources", { extension: "two" })).toBe("two resource b://y");
    for (const extension of ["three", "bare"]) {
      expect(await says(extensions, "list_resources", { extension })).toBe(
        `There is no extension "${extension}" that has any. Those that have: one, two.`,
      );
    }
  });
});

describe("what is read of an extension", () => {
  it("is of the extension that is named", async () => {
    const extensions = [shelf("one"), shelf("two")];
    expect(await says(extensions, "read_resource", { extension: "two", uri: "a://x" })).toBe("two: a://x");
    expect(await says(extensions, "read_resource", { extension: "three", uri: "a://x" })).toBe(
      'There is no extension "three" that has any. Those that have: one, two.',
    );
  });

  it("says when it is empty, and why it cannot be read", async () => {
    const empty = shelf("empty", books());
    expect(await says([empty], "read_resource", { extension: "empty", uri: "a://x" })).toBe(
      "(The resource is empty.)",
    );
    const failing = shelf("failing", {
      resources: { list: async () => [], read: () => Promise.reject(new Error("no such page")) },
    });
    expect(await says([failing], "read_resource", { extension: "failing", uri: "a://x" })).toBe(
      "no such page. list_resources shows the addresses that there are.",
    );
  });

  it.each<[tool: string, input: JsonObject]>([
    ["read_resource", { extension: "one" }],
    ["read_resource", { uri: "a://x" }],
    ["read_resource", { extension: "one", uri: 3 }],
    ["list_resources", { extension: 3 }],
    ["list_resources", { query: [] }],
    ["list_resources", { other: "x" }],
    ["get_prompt", { extension: "one" }],
    ["get_prompt", { extension: "one", name: "p", arguments: { a: 1 } }],
    ["get_prompt", { extension: "one", name: "p", arguments: ["a"] }],
  ])("is asked for with fields that there are: %s %j", async (name, input) => {
    const prompts = { list: async () => [], get: async () => ({ messages: [] }) };
    const manager = extensionManager({ extensions: [shelf("one", { prompts })], switches: [] });
    const tool = (await manager.tools()).find((each) => each.name === name);
    expect(tool?.check(input)).toMatchObject({ ok: false });
  });
});

describe("a prompt of an extension", () => {
  const prompts: Extension["prompts"] = {
    list: async () => [],
    get: (name, { title = "nothing" }) =>
      name === "review"
        ? Promise.resolve({
            messages: [
              { role: "user", content: [{ type: "text", text: `Review ${title}.` }] },
              { role: "assistant", content: [{ type: "text", text: "Gladly." }] },
            ],
          })
        : Promise.reject(new Error("unknown prompt")),
  };

  it("puts its files into the folder of the call", async () => {
    const get: NonNullable<Extension["prompts"]>["get"] = async (
      _name,
      _values,
      _signal,
      _requests,
      folder,
    ) => ({
      messages: [{ role: "user", content: [{ type: "text", text: `in ${folder}` }] }],
    });
    const manager = extensionManager({
      extensions: [shelf("one", { prompts: { list: async () => [], get } })],
      switches: [],
    });
    const outcome = await manager.callTool(
      "get_prompt",
      { extension: "one", name: "p" },
      { ...context, callFolder: "/calls/1" },
    );
    expect(outcome).toEqual({ content: [{ type: "text", text: "user:\nin /calls/1" }] });
  });

  it("is given with its roles, filled in", async () => {
    const extensions = [shelf("one", { prompts }), shelf("two")];
    expect(
      await says(extensions, "get_prompt", {
        extension: "one",
        name: "review",
        arguments: { title: "Emma" },
      }),
    ).toBe("user:\nReview Emma.\n\nassistant:\nGladly.");
    expect(await says(extensions, "get_prompt", { extension: "one", name: "review" })).toContain(
      "Review nothing.",
    );
    expect(await says(extensions, "get_prompt", { extension: "one", name: "other" })).toBe(
      "unknown prompt. list_resources shows the prompts and their arguments.",
    );
    expect(await says(extensions, "get_prompt", { extension: "two", name: "review" })).toBe(
      'There is no extension "two" that has any. Those that have: one.',
    );
  });
});
