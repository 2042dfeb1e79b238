import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import {
  CallToolRequestSchema,
  ListResourcesRequestSchema,
  ListToolsRequestSchema,
} from "@modelcontextprotocol/sdk/types.js";
import type { JsonValue } from "@skein/protocol";
import { describe, expect, it } from "vitest";
import { mcp } from "../../src/index.ts";
import { listedTool } from "../../src/mcp/listed-tool.ts";
import { resourceReads } from "../../src/mcp/offers/resource-reads.ts";
import { using } from "./workshop.ts";

type Page = { readonly names: readonly string[]; readonly next?: unknown };

/** A server that lists its tools in pages; `cursors`: what it was asked for. */
function paged(page: (cursor: string | undefined) => Page) {
  const { server } = new McpServer(
    { name: "s", version: "1" },
    { capabilities: { tools: {}, resources: {} } },
  );
  const cursors: (string | undefined)[] = [];
  server.setRequestHandler(ListToolsRequestSchema, ({ params }) => {
    cursors.push(params?.cursor);
    const { names, next } = page(params?.cursor);
    return {
      tools: names.map((name) => ({ name, inputSchema: { type: "object" as const } })),
      ...(next === undefined ? {} : { nextCursor: next as string }),
    };
  });
  server.setRequestHandler(ListResourcesRequestSchema, ({ params }) => {
    const { names, next } = page(params?.cursor);
    return { resources: names.map((name) => ({ name, uri: `r://${name}` })), nextCursor: next as string };
  });
  server.setRequestHandler(CallToolRequestSchema, () => ({ content: [] }));
  return { server, cursors };
}

describe("a list in pages", () => {
  it("is read page by page, to the one without a next", async () => {
    const { server, cursors } = paged((cursor) => {
      if (cursor === undefined) return { names: ["a", "b"], next: "2" };
      return cursor === "2" ? { names: [], next: "3" } : { names: ["c"] };
    });
    await using extension = using(mcp({ server }));
    expect((await extension.tools()).map(({ name }) => name)).toEqual(["a", "b", "c"]);
    expect(cursors).toEqual([undefined, "2", "3"]);
  });

  it("ends with an empty cursor, which some servers send", async () => {
    const { server, cursors } = paged(() => ({ names: ["a"], next: "" }));
    await using extension = using(mcp({ server }));
    expect((await extension.tools()).map(({ name }) => name)).toEqual(["a"]);
    expect(cursors).toEqual([undefined]);
  });

  it.each<[name: string, page: (cursor: string | undefined) => Page, problem: RegExp]>([
    [
      "goes round in a circle",
      (cursor) => ({ names: [], next: cursor === "1" ? "2" : "1" }),
      /list of tools goes round in a circle/,
    ],
    [
      "never ends",
      (cursor) => ({ names: [], next: String(Number(cursor ?? 0) + 1) }),
      /list of tools does not end \(100 pages were read\)/,
    ],
  ])("that %s is an error", async (_, page, problem) => {
    const { server } = paged(page);
    await using extension = using(mcp({ server }));
    await expect(extension.tools()).rejects.toThrow(problem);
  });

  it("of resources is read to its end, too", async () => {
    const { server } = paged((cursor) =>
      cursor === undefined ? { names: ["a"], next: "2" } : { names: ["b"], next: "" },
    );
    await using extension = using(mcp({ server }));
    expect((await extension.resources?.list())?.map(({ uri }) => uri)).toEqual(["r://a", "r://b"]);
  });
});

describe("a list of tools", () => {
  it("has at most 200 of them", async () => {
    const names = Array.from({ length: 250 }, (_, index) => `t${index}`);
    const { server } = paged(() => ({ names }));
    await using extension = using(mcp({ server }));
    expect(await extension.tools()).toHaveLength(200);
  });
});

describe("a tool as a server lists it", () => {
  it.each([undefined, null, "tool", [], {}, { name: 3 }])("is none: %j", (value) => {
    expect(listedTool(value)).toBeUndefined();
  });

  it.each<[name: string, value: object, part: object]>([
    ["no description", { name: "a" }, { description: "", inputSchema: { type: "object" }, hides: [] }],
    ["a title", { name: "a", title: "T", description: " " }, { description: "T" }],
    ["a description", { name: "a", title: "T", description: "D" }, { description: "D" }],
    ["a description that is none", { name: "a", description: 3 }, { description: "" }],
    ["a schema that is none", { name: "a", inputSchema: "x" }, { inputSchema: { type: "object" } }],
    [
      "a schema without a type",
      { name: "a", inputSchema: { title: "x" } },
      { inputSchema: { type: "object", title: "x" } },
    ],
    ["a hidden name", { name: "a\u200b" }, { hides: ["its name"] }],
    [
      "a hidden description",
      { name: "a", description: "d\u200b" },
      { hides: ["its description"], description: "d\\u{200b}" },
    ],
    ["lines of another system", { name: "a", description: "d\r\ne" }, { hides: [] }],
    [
      "hidden inputs",
      { name: "a", inputSchema: { type: "object", title: "\u200b" } },
      { hides: ["its inputs"] },
    ],
  ])("with %s", (_, value, part) => {
    expect(listedTool(value)).toMatchObject({ ...part, raw: value });
  });

  it.each([
    [65_536, true],
    [65_537, false],
  ])("may have a schema of %d bytes: %s", (bytes, isTool) => {
    const frame = JSON.stringify({ type: "object", title: "" }).length;
    const inputSchema = { type: "object", title: "x".repeat(bytes - frame) };
    expect(listedTool({ name: "a", inputSchema }) !== undefined).toBe(isTool);
  });
});

describe("an input that does not fit a server's schema", () => {
  it("is told of with at most twenty issues", async () => {
    const names = Array.from({ length: 25 }, (_, index) => `field${index}`);
    const { server } = new McpServer({ name: "s", version: "1" }, { capabilities: { tools: {} } });
    const inputSchema = {
      type: "object" as const,
      properties: Object.fromEntries(names.map((name) => [name, { type: "string" }])),
    };
    server.setRequestHandler(ListToolsRequestSchema, () => ({ tools: [{ name: "t", inputSchema }] }));
    server.setRequestHandler(CallToolRequestSchema, () => ({ content: [] }));
    await using extension = using(mcp({ server }));
    const [tool] = await extension.tools();
    const wrong = (count: number) =>
      Object.fromEntries(names.slice(0, count).map((name, index) => [name, index]));
    const issues = (input: JsonValue) => {
      const checked = tool!.check(input);
      return checked.ok ? [] : checked.issues;
    };
    await expect.poll(() => issues(wrong(1))).toHaveLength(1);
    expect(issues(wrong(20))).toHaveLength(20);
    const many = issues(wrong(25));
    expect(many).toHaveLength(21);
    expect(many[0]).toContain("field0");
    expect(many.at(-1)).toBe("… and 5 more");
    expect(issues({ field0: "x" })).toEqual([]);
    expect(issues([])).toEqual(["expected an object"]);
  });
});

describe("what was read of resources", () => {
  const reading = (uri: string, freshMs: number, reads: string[]) => () => {
    reads.push(uri);
    return Promise.resolve({ contents: [{ uri, text: "t" }], freshMs });
  };

  it("is used again as long as it is fresh, until it is forgotten", async () => {
    const kept = resourceReads();
    const reads: string[] = [];
    for (const uri of ["a", "a", "b", "b"]) await kept.get(uri, reading(uri, 60_000, reads));
    expect(reads).toEqual(["a", "b"]);
    kept.forget("a");
    for (const uri of ["a", "b"]) await kept.get(uri, reading(uri, 60_000, reads));
    expect(reads).toEqual(["a", "b", "a"]);
    kept.forget();
    for (const uri of ["a", "b"]) await kept.get(uri, reading(uri, 60_000, reads));
    expect(reads).toEqual(["a", "b", "a", "a", "b"]);
  });

  it("is read again at once where the server says nothing of how long it is fresh", async () => {
    const kept = resourceReads();
    const reads: string[] = [];
    for (const uri of ["a", "a"]) await kept.get(uri, reading(uri, 0, reads));
    expect(reads).toEqual(["a", "a"]);
  });

  it("is kept of a hundred resources, and the oldest goes first", async () => {
    const kept = resourceReads();
    const reads: string[] = [];
    for (let at = 0; at <= 100; at++) await kept.get(`r${at}`, reading(`r${at}`, 60_000, reads));
    reads.length = 0;
    for (const uri of ["r1", "r100", "r0"]) await kept.get(uri, reading(uri, 60_000, reads));
    expect(reads).toEqual(["r0"]);
  });
});
