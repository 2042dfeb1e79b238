import { describe, expect, it } from "vitest";
import { createGate, type RememberedAnswer, type RememberedStore } from "../src/index.ts";
import { request, signal } from "./requests.ts";

const run = (command: string, changes = {}) => request({ input: { command }, ...changes });

function memoryStore(): RememberedStore & { kept: readonly RememberedAnswer[] } {
  const store = {
    kept: [] as readonly RememberedAnswer[],
    load: async () => store.kept,
    save: async (answers: readonly RememberedAnswer[]) => void (store.kept = answers),
  };
  return store;
}

describe("an answer for always about a command", () => {
  it("adds the rules that its question shows, in the same folder only, also for later sessions", async () => {
    const store = memoryStore();
    const gate = createGate({ mode: "smart_approve", store });
    expect(await gate.decide(run("node --test a.ts | tail -3"), signal)).toMatchObject({
      verdict: "ask",
      covers: ["shell(node --test [known])"],
    });
    await gate.remember(run("node --test a.ts | tail -3"), "always");
    for (const one of [gate, createGate({ mode: "smart_approve", store })]) {
      const verdictOf = async (command: string, changes = {}) =>
        (await one.decide(run(command, changes), signal)).verdict;
      expect(await verdictOf("node --test a.ts | tail -3")).toBe("allow");
      expect(await verdictOf("node --test b.ts")).toBe("allow");
      expect(await verdictOf("node --test b.ts; evil")).toBe("ask");
      expect(await verdictOf("node evil.js")).toBe("ask");
      expect(await verdictOf("node --test b.ts", { cwd: "/elsewhere" })).toBe("ask");
      expect(await verdictOf("node --test b.ts", { extension: "stranger" })).toBe("ask");
    }
    const strict = createGate({
      mode: "smart_approve",
      store,
      rules: [{ tool: "shell(node *)", verdict: "ask" }],
    });
    expect(await strict.decide(run("node --test b.ts"), signal)).toMatchObject({ verdict: "ask" });
  });

  it("covers the same command alone when it is for the session, or no small rule is safe", async () => {
    const gate = createGate({ mode: "smart_approve" });
    await gate.remember(run("npm test"), "session");
    expect(await gate.decide(run("npm test"), signal)).toMatchObject({ verdict: "allow" });
    expect(await gate.decide(run("npm test -- -u"), signal)).toMatchObject({ verdict: "ask" });
    await gate.remember(run("python a.py"), "always");
    expect(await gate.decide(run("python a.py"), signal)).toMatchObject({ verdict: "allow" });
    expect(await gate.decide(run("python b.py"), signal)).toMatchObject({ verdict: "ask" });
    await gate.remember(run("eval x"), "always");
    expect(await gate.decide(run("eval x"), signal)).toMatchObject({ verdict: "allow" });
  });

  it("adds nothing for a command that touches guarded files", async () => {
    const gate = createGate({ mode: "smart_approve" });
    const decision = await gate.decide(run("touch .env"), signal);
    expect(decision).toMatchObject({ verdict: "ask" });
    expect(decision.covers).toBeUndefined();
    await gate.remember(run("touch .env"), "always");
    expect(await gate.decide(run("touch .env"), signal)).toMatchObject({ verdict: "allow" });
    expect(await gate.decide(run("touch other"), signal)).toMatchObject({ verdict: "ask" });
  });
});
