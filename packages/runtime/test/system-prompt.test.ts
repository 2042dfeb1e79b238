import { temporaryFolder } from "@skein/test-kit";
import { describe, expect, it } from "vitest";
import { createRuntime, type AgentSettings, type ModelOverrides } from "../src/index.ts";
import { modelNotes } from "../src/prompts/model-notes.ts";
import { done, scriptedProvider, setUp, use } from "./set-up.ts";

async function systemText(
  changes: Partial<AgentSettings>,
  facts: Readonly<Record<string, ModelOverrides>> = {},
): Promise<string> {
  await using folder = await temporaryFolder();
  const { settings } = setUp(folder.path, []);
  const { provider, model } = scriptedProvider([changes.outputSchema ? use("final_output", { n: 1 }) : done]);
  await using runtime = createRuntime({
    providers: { scripted: async () => provider },
    dataFolder: folder.path,
    facts: async () => facts,
  });
  await (await runtime.open({ ...settings, ...changes })).agent.run("go").result;
  return model.requests[0]?.system ?? "";
}

const hint = { text: "Text.", isClipped: false } as const;
const hints = [
  { ...hint, path: "/h/AGENTS.md", from: "user" },
  { ...hint, path: "/r/AGENTS.md", from: "project" },
] as const;

describe("the whole system prompt", () => {
  it("of a chat", async () => {
    expect(await systemText({})).toMatchSnapshot();
  });

  it("of work to the end with a typed result, notes for the model and the user's words", async () => {
    const outputSchema = { type: "object", properties: { n: { type: "integer" } }, required: ["n"] };
    const changes = { interaction: "execute", outputSchema, hints, system: "Added." } as const;
    expect(
      await systemText(changes, { m: { notes: "For m.\n" }, other: { notes: "No." } }),
    ).toMatchSnapshot();
  });

  it("with every part of Skein's own replaced", async () => {
    const prompts = {
      system: "SYSTEM",
      "to-the-end": "TO THE END",
      "final-output": "FINAL OUTPUT",
      "user-notes": "USER NOTES",
      "project-notes": "PROJECT NOTES",
    };
    const outputSchema = { type: "object" };
    const changes = { prompts, interaction: "execute", outputSchema, hints, builtins: [] } as const;
    expect(await systemText(changes)).toMatchSnapshot();
  });

  it("is empty when every part is removed", async () => {
    expect(await systemText({ prompts: { system: "" }, builtins: [] })).toBe("");
  });

  it("obeys the replacement of one run before the user's file", async () => {
    expect(await systemText({ prompts: { system: "file" }, systemReplacement: "run", builtins: [] })).toBe(
      "run",
    );
  });
});

describe("notes for a model", () => {
  const name = { provider: "p", model: "org/some-7b" };
  it.each([
    ["org/some-7b", true],
    ["p/org/some-7b", true],
    ["org/some-*", true],
    ["p/*", true],
    ["*7b", true],
    ["*/*-7*", true],
    ["*", true],
    ["some-7b", false],
    ["org/some-7b*7b", false],
    ["org.some-7b", false],
    ["q/*", false],
    ["", false],
  ])("%j matches: %s", (pattern, matches) => {
    expect(modelNotes({ [pattern]: { notes: "x" } }, name)).toBe(matches ? "x" : "");
  });

  it("add up, in their order", () => {
    expect(
      modelNotes({ "p/*": { notes: "a\n" }, x: { notes: "b" }, "*7b": { notes: "c" }, "*": {} }, name),
    ).toBe("a\n\nc");
  });
});
