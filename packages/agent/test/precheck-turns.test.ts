import { memoryJournal, type Gate } from "@skein/protocol";
import { scriptedModel } from "@skein/provider-replay";
import { describe, expect, it } from "vitest";
import { createAgent } from "../src/index.ts";
import { call, text, tool } from "./tools.ts";

const gate: Gate = { decide: () => ({ verdict: "ask", by: "mode", mayPrecheck: true }) };

/** A tool whose precheck records the calls that it was made for. */
function editing(resources: (input: unknown) => string[]) {
  const prechecked: string[] = [];
  const edit = tool("edit", () => "edited", {
    effect: "writes",
    resources,
    precheck: async (_, { callId }) => {
      prechecked.push(callId);
      return { preview: callId };
    },
  });
  return { prechecked, extensions: [edit] };
}

describe("a precheck is made", () => {
  it("of the first call of each file alone, since that one may change what the others find", async () => {
    const { prechecked, extensions } = editing((input) => (input as { files: string[] }).files);
    const files = [["x"], ["x"], ["y"], ["x", "z"], ["z"], []];
    const model = scriptedModel([
      files.map((names, at) => call(`c${at}`, "edit", { files: names })),
      [text("done")],
    ]);
    await using agent = createAgent({ model, extensions, gate, ask: async () => ({ allow: "once" }) });
    expect((await agent.run("go").result).outcome).toBe("done");
    expect(prechecked.toSorted()).toEqual(["c0", "c2", "c5"]);
  });

  it("again when a process asks again, and not of a call that was answered meanwhile", async () => {
    for (const [isAnswered, expected] of [
      [false, ["a", "a"]],
      [true, ["a"]],
    ] as const) {
      const { prechecked, extensions } = editing(() => ["x"]);
      const journal = memoryJournal();
      const common = { extensions, gate, journal, session: "s" };
      {
        await using agent = createAgent({ ...common, model: scriptedModel([[call("a", "edit")]]) });
        expect((await agent.run("go").result).outcome).toBe("needs-input");
        const [question] = await agent.openQuestions();
        if (isAnswered) await agent.answer(question!.id, { allow: "once" });
      }
      await using agent = createAgent({
        ...common,
        model: scriptedModel([[text("done")]]),
        ask: async () => ({ allow: "once" }),
      });
      expect((await agent.run().result).outcome).toBe("done");
      expect(prechecked).toEqual(expected);
    }
  });
});
