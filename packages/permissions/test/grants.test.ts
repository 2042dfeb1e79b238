import { describe, expect, it } from "vitest";
import { childGate, createGate, type RememberedAnswer } from "../src/index.ts";
import { request } from "./requests.ts";

function store(answers: readonly RememberedAnswer[] = []) {
  let kept = answers;
  return { load: async () => kept, save: async (now: readonly RememberedAnswer[]) => void (kept = now) };
}

const destroys = request({ input: { command: "terraform destroy -auto-approve" } });

describe("what is allowed expressly", () => {
  it("is told with every rule that allows, in every mode", async () => {
    const rules = [
      { tool: "shell(make *)", verdict: "allow" },
      { tool: "shell(rm *)", verdict: "deny" },
    ] as const;
    const gate = createGate({ mode: "auto", rules });
    expect(await gate.grants(destroys)).toEqual({ isAnswered: false, rules: ["shell(make *)"] });
  });

  it.each(["session", "always"] as const)("is the very call that was allowed for %s", async (scope) => {
    const gate = createGate({ mode: "auto", store: store() });
    await gate.remember({ ...destroys, isExact: true }, scope);
    expect(await gate.grants(destroys)).toEqual({ isAnswered: true, rules: [] });
    const other = request({ input: { command: "terraform destroy" } });
    expect(await gate.grants(other)).toEqual({ isAnswered: false, rules: [] });
  });

  it("is a rule that an answer has added", async () => {
    const gate = createGate({ mode: "auto", store: store() });
    await gate.remember(destroys, "always");
    const other = request({ input: { command: "terraform destroy -target=a" } });
    expect(await gate.grants(other)).toMatchObject({ rules: ["shell(terraform destroy -auto-approve)"] });
  });

  it("is only one call of a tool that runs no commands", async () => {
    const gate = createGate({ mode: "auto" });
    const call = request({ tool: "web__send", extension: "web", effect: "unknown", input: { to: "a" } });
    await gate.remember({ ...call, isExact: true }, "session");
    expect((await gate.grants(call)).isAnswered).toBe(true);
    expect((await gate.grants({ ...call, input: { to: "b" } })).isAnswered).toBe(false);
  });

  it("is the parent's to say", async () => {
    const parent = createGate({ mode: "auto", rules: [{ tool: "shell(make *)", verdict: "allow" }] });
    const child = childGate(parent, {
      rules: [{ tool: "shell(terraform destroy -auto-approve)", verdict: "allow" }],
    });
    expect(await child.grants(destroys)).toEqual({ isAnswered: false, rules: ["shell(make *)"] });
  });
});
