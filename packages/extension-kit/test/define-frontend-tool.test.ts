import { describe, expect, it } from "vitest";
import { defineFrontendTool } from "../src/index.ts";
import { contextWith } from "./context.ts";

const tool = defineFrontendTool({
  name: "show",
  description: "Shows a page.",
  input: { type: "object", properties: { page: { type: "integer" } } },
  output: { type: "object", properties: { shown: { type: "integer" } }, required: ["shown"] },
});

describe("a frontend tool", () => {
  it("is of unknown effect unless it says otherwise, and may be settled again after a crash", () => {
    expect(tool).toMatchObject({ isFrontend: true, effect: "unknown", repeat: "safe" });
  });

  it("makes the result of what the app replied", async () => {
    const called = (reply: object) => tool.call({}, contextWith({ reply: reply as never }));
    expect(await called({ result: { shown: 3 } })).toMatchObject({ structured: { shown: 3 } });
    expect(await called({ result: { hidden: 3 } })).toMatchObject({ kind: "failed" });
    expect(await called({ error: "No window." })).toEqual({ kind: "failed", message: "No window." });
  });

  it("has the words of a person who answered for the app, and fails without either", async () => {
    const plain = defineFrontendTool({ name: "see", description: "Sees.", input: { type: "object" } });
    expect(await plain.call({}, contextWith({ reply: { answers: ["A window."] } }))).toEqual({
      content: [{ type: "text", text: "A window." }],
    });
    expect(await plain.call({}, contextWith())).toMatchObject({
      kind: "failed",
      message: '"see" runs in an app, and no app runs it here, so nothing was done.',
    });
  });
});
