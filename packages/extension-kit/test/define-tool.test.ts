import { describe, expect, it } from "vitest";
import { z } from "zod";
import { ConfigError, toolExtension, type JsonValue, type StandardSchema } from "@skein/protocol";
import { defineTool } from "../src/index.ts";
import { contextWith } from "./context.ts";
import { png } from "./images.ts";

const city = z.object({ city: z.string(), days: z.int().min(1).default(3) });
const weather = defineTool({
  name: "weather",
  description: "Weather of a city.",
  effect: "reads",
  input: city,
  run: ({ city: name, days }) => `${name}: sun for ${days.toFixed(0)} days`,
});

describe("a tool made from a zod schema", () => {
  it("gives run the parsed input, defaults filled in", async () => {
    const outcome = await toolExtension(weather).callTool("weather", { city: "Oslo" }, contextWith());
    expect(outcome).toEqual({ content: [{ type: "text", text: "Oslo: sun for 3 days" }] });
  });

  it("tells the model its JSON Schema without $schema and without the limits of safe integers", () => {
    expect(weather.inputSchema).toEqual({
      type: "object",
      properties: { city: { type: "string" }, days: { type: "integer", minimum: 1, default: 3 } },
      required: ["city"],
    });
    expect(weather.inputSchema).toBe(weather.inputSchema);
  });

  it("makes the schema only when it is asked for", () => {
    let made = 0;
    const counting: StandardSchema<{ a: string }> = {
      "~standard": {
        version: 1,
        vendor: "test",
        validate: (value) => ({ value: value as { a: string } }),
        jsonSchema: {
          input: () => {
            made++;
            return { type: "object" };
          },
        },
      },
    };
    const tool = defineTool({
      name: "t",
      description: "",
      effect: "reads",
      input: counting,
      run: ({ a }) => a,
    });
    expect(made).toBe(0);
    void tool.inputSchema;
    void tool.inputSchema;
    expect(made).toBe(1);
  });

  it.each<[JsonValue, string]>([
    [{ city: 5 }, "/city: expected string, received number"],
    [{}, "/city: expected string, received undefined"],
    [[], "expected object, received array"],
    [null, "expected object, received null"],
    ["s", "expected object, received string"],
  ])("refuses %j in words a model can act on", (input, line) => {
    expect(weather.check(input)).toEqual({ ok: false, issues: [line] });
  });

  it("keeps prototypes clean", () => {
    const input = JSON.parse('{"city":"Oslo","__proto__":{"polluted":true}}') as JsonValue;
    const checked = weather.check(input);
    expect(checked).toMatchObject({ ok: true, value: { city: "Oslo" } });
    expect(({} as Record<string, unknown>)["polluted"]).toBeUndefined();
    expect((checked as unknown as { value: { polluted?: boolean } }).value.polluted).toBeUndefined();
  });

  it("says at most twenty issues", () => {
    const tool = defineTool({
      name: "t",
      description: "",
      effect: "reads",
      input: z.object({ list: z.array(z.number()) }),
      run: () => "",
    });
    const checked = tool.check({ list: Array.from({ length: 50 }, () => "x") });
    expect(checked.ok ? [] : checked.issues).toHaveLength(21);
    expect(checked.ok ? "" : checked.issues.at(-1)).toBe("… and 30 more");
  });

  it("refuses an input that is not an object, and a schema that JSON cannot say, when the schema is asked for", () => {
    const list = defineTool({
      name: "t",
      description: "",
      effect: "reads",
      input: z.array(z.string()),
      run: () => "",
    });
    const date = defineTool({
      name: "t",
      description: "",
      effect: "reads",
      input: z.object({ at: z.date() }),
      run: () => "",
    });
    expect(() => list.inputSchema).toThrow(/not an object/);
    expect(() => date.inputSchema).toThrow(ConfigError);
  });

  it("does not run on a schema that checks asynchronously", () => {
    const slow = z.object({ a: z.string().refine(() => Promise.resolve(false)) });
    const tool = defineTool({ name: "t", description: "", effect: "reads", input: slow, run: () => "" });
    expect(tool.check({ a: "x" })).toMatchObject({ ok: false });
  });
});

describe("a tool made from a plain JSON Schema", () => {
  const tool = defineTool({
    name: "plain",
    description: "",
    effect: "writes",
    input: {
      type: "object",
      properties: { n: { type: "number" }, kind: { enum: ["a", "b"] } },
      required: ["n"],
      additionalProperties: false,
    },
    run: ({ n }) => ({ text: JSON.stringify(n) }),
  });

  it("is checked", async () => {
    expect(tool.check({ n: "5", kind: "c", extra: 1 })).toEqual({
      ok: false,
      issues: expect.arrayContaining([
        "/n: expected number, received string",
        '/kind: expected one of "a","b"',
        "/extra: not a property of this object",
      ]),
    });
    expect(tool.check({})).toEqual({ ok: false, issues: ["/n: missing"] });
    expect(await toolExtension(tool).callTool("plain", { n: 5 }, contextWith())).toEqual({
      content: [{ type: "text", text: "5" }],
    });
  });

  it("never throws out of check, whatever its schema is", () => {
    const broken = defineTool({
      name: "broken",
      description: "",
      effect: "reads",
      input: { type: "object", properties: { a: { type: "no-such-type" } } },
      run: () => "",
    });
    expect(broken.check({ a: 1 })).toMatchObject({
      ok: false,
      issues: [expect.stringContaining("not valid")],
    });
  });

  it("answers input nested deeper than the stack with an issue", () => {
    const tree = defineTool({
      name: "tree",
      description: "",
      effect: "reads",
      input: { type: "object", properties: { t: { $ref: "#" } } },
      run: () => "",
    });
    let deep: JsonValue = {};
    for (let i = 0; i < 200_000; i++) deep = { t: deep };
    expect(tree.check(deep).ok).toBe(false);
  });
});

describe("any tool", () => {
  const base = { description: "", input: z.object({ path: z.string() }), run: () => "" } as const;

  it.each(["", "a b", "ü", "x".repeat(65), "a.b"])("cannot be called %j", (name) => {
    expect(() => defineTool({ ...base, name, effect: "reads" })).toThrow(ConfigError);
  });

  it("may be repeated when it only reads, and otherwise only when it says so", () => {
    expect(defineTool({ ...base, name: "t", effect: "reads" }).repeat).toBe("safe");
    expect(defineTool({ ...base, name: "t", effect: "writes" }).repeat).toBe("once");
    expect(defineTool({ ...base, name: "t", effect: "writes", repeat: "safe" }).repeat).toBe("safe");
  });

  it("passes failures and whole outputs through", async () => {
    const failing = defineTool({
      ...base,
      name: "t",
      effect: "reads",
      run: () => ({ kind: "failed", message: "no" }),
    });
    expect(await failing.call({ path: "x" }, contextWith())).toEqual({ kind: "failed", message: "no" });
    const data = png(1, 1).toString("base64");
    const image = { content: [{ type: "image", mediaType: "image/png", data }] } as const;
    const drawing = defineTool({ ...base, name: "t", effect: "reads", run: () => image });
    expect(await drawing.call({ path: "x" }, contextWith())).toEqual(image);
  });

  it("is interrupted, not failed, when it throws because the call was stopped", async () => {
    const stopped = defineTool({
      ...base,
      name: "t",
      effect: "reads",
      run: (_, { signal }) => {
        stop.abort();
        signal.throwIfAborted();
        return "";
      },
    });
    const stop = new AbortController();
    const call = () =>
      toolExtension(stopped).callTool("t", { path: "x" }, contextWith({ signal: stop.signal }));
    expect(await call()).toEqual({ kind: "interrupted", started: true, partial: "" });
    expect(await call()).toEqual({ kind: "interrupted", started: false, partial: "" });
  });

  it("names its resources from checked input only", () => {
    const tool = defineTool({
      ...base,
      name: "t",
      effect: "writes",
      resources: ({ path }, cwd) => [`file:${cwd}/${path}`],
    });
    expect(tool.resources?.({ path: "a" }, "/w")).toEqual(["file:/w/a"]);
    expect(tool.resources?.({ path: 1 }, "/w")).toEqual([]);
  });
});
