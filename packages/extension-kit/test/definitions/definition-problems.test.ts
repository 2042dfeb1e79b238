import { describe, expect, it } from "vitest";
import type { Extension, JsonSchema, Tool } from "@skein/protocol";
import { definitionProblems } from "../../src/definitions/definition-problems.ts";
import { defineExtension } from "../../src/index.ts";

function tool(
  name: string,
  parts: { readonly description?: string; readonly inputSchema?: JsonSchema },
): Tool {
  return {
    name,
    description: "Looks.",
    inputSchema: { type: "object" },
    effect: "reads",
    repeat: "safe",
    check: (input) => ({ ok: true, value: input }),
    call: () => Promise.resolve({ content: [] }),
    ...parts,
  };
}

const breaksOf = (make: () => Tool | readonly Tool[], instructions?: string) =>
  definitionProblems(() => {
    const made = make();
    const tools = Array.isArray(made) ? (made as readonly Tool[]) : [made as Tool];
    return defineExtension({ name: "e", tools, ...(instructions === undefined ? {} : { instructions }) });
  });

describe("what keeps an extension out of vendors' caches", () => {
  it("is nothing where every start tells the same", async () => {
    const schema = {
      $schema: "https://json-schema.org/draft/2020-12/schema",
      type: "object",
      properties: {
        on: { type: "string", enum: ["a", "b"], description: "A day, as in YYYY-MM-DD; 12:30 is fine." },
        most: { type: "integer", maximum: 9_007_199_254_740_991, minimum: -9_007_199_254_740_991 },
        id: {
          type: "string",
          pattern: "^(00000000-0000-0000-0000-000000000000|ffffffff-ffff-ffff-ffff-ffffffffffff)$",
        },
      },
    };
    expect(
      await breaksOf(() => tool("look", { inputSchema: schema }), "Use /tmp for what you need once."),
    ).toEqual([]);
  });

  it.each([
    ["a clock", () => `Made at ${new Date().toISOString()}.`],
    ["milliseconds", () => `Since ${Date.now()}.`],
    ["a day alone", () => `Today is ${new Date().toISOString().slice(0, 10)}.`],
    ["a clock called as a function", () => `It is ${Date()}.`],
    ["a random number", () => `Lucky: ${Math.random()}.`],
    ["an id", () => `Session ${crypto.randomUUID()}.`],
  ])("is %s in a description", async (_, description) => {
    const breaks = await breaksOf(() => tool("look", { description: description() }));
    expect(breaks[0]).toMatch(/^At another start the tool "look" has other bytes\. \/description: recorded /);
  });

  it.each([
    ["2026-11-20T10:15:00Z", "a date"],
    ["1763634000", "a number like a Unix timestamp"],
    ["1763634000123", "a number like a Unix timestamp"],
    ["23:59:59", "a time of day"],
    ["8a6f1f0e-2c1b-4d3a-9b7e-1f2a3b4c5d6e", "a UUID"],
    ["/tmp/skein-x7f3/work", "a temporary path"],
    ["/var/folders/zz/abc", "a temporary path"],
    ["C:\\Users\\me\\AppData\\Local\\Temp\\x", "a temporary path"],
  ])("is %s, also when it is the same for as long as the process lives", async (text, what) => {
    const inSchema = { type: "object", properties: { at: { type: "string", default: text } } };
    const [found, ...more] = await breaksOf(() => tool("look", { inputSchema: inSchema }));
    expect(found).toMatch(/^In the tool "look", inputSchema\/properties\/at\/default has "/);
    expect(found).toContain(what);
    expect(more).toEqual([]);
    expect((await breaksOf(() => tool("look", {}), `Begin at ${text}.`))[0]).toContain("instructions");
  });

  it("is a number of a schema that looks like a time", async () => {
    const inSchema = { type: "object", properties: { at: { type: "integer", minimum: 1_763_634_000 } } };
    expect(await breaksOf(() => tool("look", { inputSchema: inSchema }))).toHaveLength(1);
  });

  it("is a list whose order is another one each time", async () => {
    const enumOf = () => ["a", "b", "c", "d"].toSorted(() => Math.random() - 0.5);
    const breaks = await breaksOf(() =>
      tool("look", { inputSchema: { type: "object", properties: { of: { enum: enumOf() } } } }),
    );
    expect(breaks[0]).toMatch(/^At another start the tool "look" is in another order: sort it\./);
  });

  it("is an order of tools or keys that depends on the start", async () => {
    let starts = 0;
    const turned = <Item>(items: readonly Item[]) => (starts++ % 2 === 0 ? items : items.toReversed());
    expect(await breaksOf(() => turned([tool("a", {}), tool("b", {})]))).toEqual([
      'At another start the list of tools is in another order: sort it. /0: recorded "a" (from character 0), now "b".',
    ]);
    const keys = () => ({
      type: "object",
      properties: Object.fromEntries(
        turned([
          ["x", {}],
          ["y", {}],
        ]),
      ),
    });
    expect((await breaksOf(() => tool("look", { inputSchema: keys() })))[0]).toContain("keys in the order");
  });

  it("is a tool that is there only now and then", async () => {
    let starts = 0;
    expect(await breaksOf(() => (starts++ === 0 ? [tool("a", {}), tool("b", {})] : tool("a", {})))).toContain(
      'At another start the tool "b" is missing.',
    );
  });

  it("leaves clock and random numbers as they were, and closes what it made, also when it fails", async () => {
    const [date, random] = [Date, Math.random];
    const made: Extension[] = [];
    const failing = () => {
      const extension = defineExtension({
        name: "e",
        tools: [],
        start: () => Promise.reject(new Error("broken")),
      });
      made.push(extension);
      return extension;
    };
    await expect(definitionProblems(failing)).rejects.toThrow("broken");
    expect([Date === date, Math.random === random]).toEqual([true, true]);
    expect(made.map((extension) => extension.status().state)).toEqual(["stopped"]);
  });
});
