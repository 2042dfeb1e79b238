import { extensionContract } from "@skein/extension-kit/contract";
import { describeFailure, isFailure, extractText, type JsonValue, type ToolContext } from "@skein/protocol";
import { describe, expect, it } from "vitest";
import { plan } from "../../src/plan/index.ts";
import { planPrompts } from "../../src/plan/prompts.ts";

/** The extension, a permission mode that can be set, and a session of one value. */
function setUp(first: string, hadPlan = false) {
  let mode = first;
  let value: JsonValue | undefined;
  const listeners = new Set<() => void>();
  const extension = plan({
    proposal: { in: "plan", next: ["smart_approve", "auto"] },
    mode: () => mode,
    onMode(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    hadPlan,
  });
  const state = {
    read: () => value,
    write: async (written: JsonValue) => void (value = written),
  };
  return {
    extension,
    setMode: (name: string) => {
      mode = name;
      for (const listener of listeners) listener();
    },
    names: async () => (await extension.tools()).map(({ name }) => name),
    told: () => extension.dynamicContext?.(value) ?? "",
    propose: async (input: JsonValue, kept: ToolContext["state"] | undefined = state): Promise<string> => {
      const outcome = await extension.callTool("propose_plan", input, {
        session: "s",
        callId: "c",
        cwd: "/",
        signal: new AbortController().signal,
        progress: () => {},
        callFolder: undefined,
        ...(kept ? { state: kept } : {}),
      });
      return isFailure(outcome) ? describeFailure("propose_plan", outcome) : extractText(outcome.content);
    },
  };
}

extensionContract("plan", () => ({
  extension: setUp("plan").extension,
  works: { tool: "propose_plan", input: { plan: "# Plan" } },
  misfits: { tool: "propose_plan", input: { plan: 3 } },
}));

describe("the tool for plans", () => {
  it("comes when the mode was set before changes were listened to", async () => {
    const { names, setMode } = setUp("auto");
    expect(await names()).toEqual([]);
    setMode("plan");
    expect(await names()).toEqual(["propose_plan"]);
    setMode("auto");
    expect(await names()).toEqual(["propose_plan"]);
  });

  it("comes with plan mode and then stays, so that leaving the mode does not break the cache", async () => {
    const { extension, names, setMode } = setUp("auto");
    let changes = 0;
    const stop = extension.onChange?.(() => changes++);
    expect(await names()).toEqual([]);
    setMode("approve");
    expect(changes).toBe(0);
    for (const mode of ["plan", "auto", "plan"]) setMode(mode);
    expect(changes).toBe(1);
    expect(await names()).toEqual(["propose_plan"]);
    stop?.();
  });

  it("is there from the start in a session that had a plan", async () => {
    expect(await setUp("auto", true).names()).toEqual(["propose_plan"]);
  });

  it.each([
    [{ plan: "" }, "expected text that is not empty"],
    [{ plan: "x".repeat(24_001) }, "24001 bytes; at most 24000. Shorten it"],
    [{}, "expected text that is not empty"],
  ])("says what is wrong with %j", async (input, problem) => {
    expect(await setUp("plan").propose(input)).toContain(problem);
  });
});

describe("what the model is told", () => {
  it("is the mode while it plans, and the accepted plan for as long as the session lasts", async () => {
    const { told, propose, setMode } = setUp("plan");
    expect(told()).toBe(planPrompts.planning);
    expect(await propose({ plan: "# Steps" })).toBe(planPrompts.accepted);
    setMode("auto");
    expect(told()).toBe(planPrompts.inForce("# Steps", false));
    setMode("plan");
    expect(told()).toBe(`${planPrompts.planning}\n\n${planPrompts.inForce("# Steps", true)}`);
  });

  it("is nothing in a session without a plan", () => {
    expect(setUp("auto").told()).toBe("");
  });

  it("is in these words", () => {
    expect({
      ...planPrompts,
      inForce: planPrompts.inForce("# Steps", false),
      before: planPrompts.inForce("# Steps", true),
    }).toMatchInlineSnapshot(`
        {
          "accepted": "The user has accepted the plan. Carry it out.",
          "before": "The plan that was accepted before:

        # Steps",
          "inForce": "The plan that the user has accepted. Follow it, but for what the user says later:

        # Steps",
          "notKept": "The plan was accepted, but it cannot be kept here.",
          "planning": "Plan mode is on: you can only read. Look at what you need, ask the user about what only the user can decide, and then call propose_plan with the whole plan, which the user decides on.",
          "tool": "Put your plan to the user, who accepts it, changes it or says what to change. Call it once you know enough to write down what is to be done. Nothing may be changed before the plan is accepted.",
        }
      `);
  });
});
