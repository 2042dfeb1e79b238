import { type Effect, isPermissionMode } from "@skein/protocol";
import { describe, expect, it } from "vitest";
import { createGate, permissionModes } from "../src/index.ts";
import { effects, request, signal } from "./requests.ts";

const table: Record<string, readonly string[]> = {
  //             reads    writes   runs     unknown
  auto: ["allow", "allow", "allow", "allow"],
  accept_edits: ["allow", "ask", "ask", "ask"],
  smart_approve: ["allow", "ask", "ask", "ask"],
  approve: ["ask", "ask", "ask", "ask"],
  plan: ["allow", "deny", "deny", "deny"],
  chat: ["deny", "deny", "deny", "deny"],
};

/** The same for tools whose calls start other agents. */
const startersTable: typeof table = {
  ...table,
  accept_edits: ["ask", "ask", "ask", "ask"],
  smart_approve: ["ask", "ask", "ask", "ask"],
};
const kinds = [
  { kind: "any tool", startsAgents: false, verdicts: table },
  { kind: "a tool that starts agents", startsAgents: true, verdicts: startersTable },
];

describe("a mode", () => {
  describe.each(kinds)("of $kind", ({ startsAgents, verdicts }) => {
    it.each(Object.keys(table))("%s judges by what it does", async (mode) => {
      const gate = createGate({ mode });
      const decisions = await Promise.all(
        effects.map(async (effect) => gate.decide(request({ effect, startsAgents }), signal)),
      );
      expect(decisions.map(({ verdict }) => verdict)).toEqual(verdicts[mode]);
      for (const { by } of decisions) expect(by).toBe(`mode ${mode}`);
    });
  });

  it("that asks before agents are started is opened by a rule, or by an answer to the tool", async () => {
    const start = (prompt: string) =>
      request({
        tool: "subagent",
        extension: "subagents",
        effect: "reads",
        startsAgents: true,
        input: { prompt },
      });
    const mode = "smart_approve";
    const ruled = createGate({ mode, rules: [{ tool: "subagent", verdict: "allow" }] });
    expect(await ruled.decide(start("a"), signal)).toMatchObject({ verdict: "allow" });
    const answered = createGate({ mode });
    expect(await answered.decide(start("a"), signal)).toMatchObject({
      verdict: "ask",
      reason: "This call starts another agent, and mode smart_approve asks first.",
    });
    await answered.remember(start("a"), "session");
    expect(await answered.decide(start("b"), signal)).toMatchObject({ verdict: "allow" });
  });

  it.each(["smart_approve", "plan"])("%s assumes the worst of an unknown effect", async (mode) => {
    const judged = (effect: string) =>
      createGate({ mode }).decide(request({ effect: effect as Effect }), signal);
    expect(await judged("constructor")).toEqual(await judged("unknown"));
    expect(await judged("READS")).toEqual(await judged("unknown"));
  });

  it("that denies tells the model which mode is on and what to do instead", async () => {
    const plan = await createGate({ mode: "plan" }).decide(request(), signal);
    const chat = await createGate({ mode: "chat" }).decide(request(), signal);
    expect([plan.reason, chat.reason]).toMatchInlineSnapshot(`
      [
        "Plan mode is on: only tools that read are allowed. Continue with those, then propose a plan, or describe the changes you would make and end your turn.",
        "Chat mode is on, so no tools may be used. Answer in words.",
      ]
    `);
  });

  it("that asks says why", async () => {
    const reasons = await Promise.all(
      effects.map(
        async (effect) => (await createGate({ mode: "approve" }).decide(request({ effect }), signal)).reason,
      ),
    );
    expect(reasons).toMatchInlineSnapshot(`
      [
        "This call only reads, and mode approve asks first.",
        "This call writes, and mode approve asks first.",
        "This call runs a command, and mode approve asks first.",
        "This call may do anything, and mode approve asks first.",
      ]
    `);
  });

  it("can be changed while it runs", async () => {
    const gate = createGate({ mode: "chat" });
    gate.setMode("auto");
    expect(await gate.decide(request(), signal)).toMatchObject({ verdict: "allow" });
  });

  it.each(["", "Auto", "yolo", "constructor"])("%j does not exist", async (mode) => {
    const usage = {
      name: "ConfigError",
      code: "usage",
      hint: expect.stringContaining("smart_approve") as string,
    };
    expect(() => createGate({ mode })).toThrowError(expect.objectContaining(usage) as Error);
    const gate = createGate({ mode: "chat" });
    expect(() => gate.setMode(mode)).toThrowError(expect.objectContaining(usage) as Error);
    expect(await gate.decide(request(), signal)).toMatchObject({ verdict: "deny" });
  });

  it("has one line of help each", () => {
    expect(permissionModes.map(({ name }) => name)).toEqual(Object.keys(table));
    for (const { name, description } of permissionModes) {
      expect(isPermissionMode(name)).toBe(true);
      expect(description).toMatch(/^[^\n]{10,80}\.$/);
    }
  });
});
