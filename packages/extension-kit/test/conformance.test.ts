import type { Extension, JsonSchema, JsonValue } from "@skein/protocol";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { conformanceRules, type ConformanceSubject } from "../src/conformance/index.ts";
import { sampleInputs } from "../src/conformance/sample-inputs.ts";
import { extensionContract } from "../src/contract.ts";
import { defineExtension, definePrompt, defineResource, defineTool } from "../src/index.ts";

function sound(): ConformanceSubject & { readonly extension: Extension } {
  return {
    extension: defineExtension({
      name: "made",
      tools: [
        defineTool({
          name: "upper",
          description: "In capitals.",
          effect: "reads",
          input: z.object({ text: z.string() }),
          run: ({ text }) => text.toUpperCase(),
        }),
        defineTool({
          name: "wait",
          description: "Until the end.",
          effect: "writes",
          input: { type: "object", properties: { seconds: { type: "number" } } },
          run: (_, { signal }) =>
            new Promise((__, reject) =>
              signal.addEventListener("abort", () => reject(signal.reason as Error)),
            ),
        }),
      ],
      prompts: [definePrompt({ name: "hello", messages: () => "Hello" })],
      resources: [defineResource({ uri: "note:///1", name: "Note", read: () => "text" })],
    }),
    works: { tool: "upper", input: { text: "a" } },
    misfits: { tool: "upper", input: { text: 7 } },
    lasts: { tool: "wait", input: {} },
    isLong: { tool: "upper", input: { text: "long ".repeat(10_000) } },
  };
}

extensionContract("made by defineExtension", sound);

const result = (text: string) => ({ content: [{ type: "text", text }] }) as const;
const isObject = (input: JsonValue) => typeof input === "object" && input !== null && !Array.isArray(input);

/** An extension with one bug for each rule. */
const bugs: Readonly<Record<string, (extension: Extension) => Partial<Extension>>> = {
  names: (extension) => {
    const renamed = (name: string) => (name === "upper" ? "an upper" : name);
    return {
      tools: async () => (await extension.tools()).map((tool) => ({ ...tool, name: renamed(tool.name) })),
      callTool: async (name, input, context) => {
        const outcome = await extension.callTool(name, input, context);
        const isUnknown = "kind" in outcome && outcome.kind === "unknown-tool";
        return isUnknown ? { ...outcome, available: outcome.available.map(renamed) } : outcome;
      },
    };
  },
  schemas: (extension) => ({
    tools: async () =>
      (await extension.tools()).map((tool) => ({
        ...tool,
        inputSchema: { ...tool.inputSchema, default: undefined },
      })),
  }),
  "same-tools": (extension) => {
    let lists = 0;
    return { tools: async () => (await extension.tools()).slice(0, ++lists > 2 ? 1 : 2) };
  },
  works: (extension) => ({
    callTool: async (name, input, context) =>
      context.outputBytes === undefined &&
      JSON.stringify(input) === '{"text":"a"}' &&
      extension.status().state !== "stopped"
        ? { kind: "failed", message: "not today" }
        : extension.callTool(name, input, context),
  }),
  "unknown-tool": (extension) => ({
    callTool: async (name, input, context) =>
      name === "no-such-tool" ? result("I can do anything.") : extension.callTool(name, input, context),
  }),
  "bad-input": (extension) => ({
    callTool: async (name, input, context) => {
      const outcome = await extension.callTool(name, input, context);
      return "kind" in outcome && outcome.kind === "invalid-input" ? result("I ran all the same.") : outcome;
    },
  }),
  "never-throws": (extension) => ({
    callTool: (name, input, context) =>
      isObject(input) ? extension.callTool(name, input, context) : Promise.reject(new TypeError("no object")),
  }),
  abort: (extension) => ({
    callTool: async (name, input, context) =>
      name === "wait" ? result("I was not listening.") : extension.callTool(name, input, context),
  }),
  bounded: (extension) => ({
    callTool: (name, input, context) =>
      extension.callTool(name, input, { ...context, outputBytes: 1_000_000 }),
  }),
  prompts: ({ prompts }) => ({
    prompts: { ...prompts!, get: () => Promise.resolve({ messages: [] }) },
  }),
  resources: ({ resources }) => ({ resources: { ...resources!, read: () => Promise.resolve([]) } }),
  close: (extension) => {
    const again = sound().extension;
    return {
      callTool: (name, input, context) =>
        (extension.status().state === "stopped" ? again : extension).callTool(name, input, context),
    };
  },
  definitions: (extension) => ({
    tools: async () =>
      (await extension.tools()).map((tool) => ({
        ...tool,
        description: `It is ${new Date().toISOString()}.`,
      })),
  }),
};

async function failedRules(make: () => ConformanceSubject): Promise<readonly string[]> {
  const failed: string[] = [];
  for (const { id, run } of conformanceRules(make)) await run().catch(() => failed.push(id));
  return failed;
}

describe("each rule", () => {
  it("has a bug that breaks it", () => {
    expect(Object.keys(bugs).toSorted()).toEqual(
      conformanceRules(sound)
        .map(({ id }) => id)
        .toSorted(),
    );
  });

  it.each(Object.entries(bugs))("%s finds its bug, and no other rule does", async (id, bug) => {
    const broken = () => {
      const subject = sound();
      return { ...subject, extension: { ...subject.extension, ...bug(subject.extension) } };
    };
    expect(await failedRules(broken)).toEqual([id]);
  });

  it("finds validation that throws for an input that matches the schema", async () => {
    const broken = () => {
      const { extension, ...examples } = sound();
      const throwing = (text: string) => {
        if (text.length > 100) throw new RangeError("too long");
        return true;
      };
      const tools = async () =>
        (await extension.tools()).map((tool) => ({
          ...tool,
          check: (input: JsonValue) => (throwing(JSON.stringify(input)), tool.check(input)),
        }));
      return { ...examples, extension: { ...extension, tools } };
    };
    expect(await failedRules(broken)).toEqual(["never-throws"]);
  });
});

describe("samples of inputs", () => {
  it("match their schema, from the smallest to unusual ones", async () => {
    const schema: JsonSchema = {
      type: "object",
      required: ["name", "kind"],
      properties: {
        name: { type: "string", maxLength: 20 },
        kind: { enum: ["a", "b"] },
        size: { type: ["integer", "null"], minimum: 5, maximum: 9 },
        list: { type: "array", minItems: 2, items: { $ref: "#/$defs/one" } },
        either: { anyOf: [{ type: "boolean" }, { type: "string" }] },
      },
      $defs: { one: { type: "object", properties: { deep: { $ref: "#/$defs/one" } } } },
    };
    const samples = await sampleInputs(schema);
    expect(samples[0]).toEqual({ name: "x", kind: "a" });
    expect(samples[1]).toMatchObject({ name: "x", kind: "a", size: 5, either: true });
    expect(samples).toHaveLength(4);
    expect(samples.every((sample) => (sample["name"] as string).length <= 20)).toBe(true);
  });

  it("are none where none can be made", async () => {
    expect(
      await sampleInputs({ type: "object", required: ["id"], properties: { id: { pattern: "^\\d{9}$" } } }),
    ).toEqual([]);
  });
});
