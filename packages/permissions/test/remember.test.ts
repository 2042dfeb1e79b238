import { describe, expect, it } from "vitest";
import { createGate, type RememberedAnswer, type RememberedStore } from "../src/index.ts";
import { request, signal } from "./requests.ts";

function memoryStore(
  first: readonly RememberedAnswer[] = [],
): RememberedStore & { kept: readonly RememberedAnswer[] } {
  const store = {
    kept: first,
    load: () => Promise.resolve(store.kept),
    save(answers: readonly RememberedAnswer[]) {
      store.kept = answers;
      return Promise.resolve();
    },
  };
  return store;
}

const write = request({ tool: "write_file", effect: "writes", input: { path: "a" } });
const run = request();

describe("an answer for the session", () => {
  it("covers the tool when it writes, whatever the input", async () => {
    const gate = createGate({ mode: "smart_approve" });
    expect(await gate.decide(write, signal)).toMatchObject({ verdict: "ask" });
    await gate.remember(write, "session");
    expect(await gate.decide({ ...write, input: { path: "b" }, cwd: "/else" }, signal)).toMatchObject({
      verdict: "allow",
    });
  });

  it.each([
    ["another input", { input: { command: "rm -rf /" } }],
    ["more input", { input: { command: "make", background: true } }],
    ["another folder", { cwd: "/elsewhere" }],
    ["another tool", { tool: "shell2" }],
    ["another extension", { extension: "stranger" }],
  ])("never covers %s when it runs something", async (_, changes) => {
    const gate = createGate({ mode: "smart_approve" });
    await gate.remember(run, "session");
    expect(await gate.decide(run, signal)).toMatchObject({
      verdict: "allow",
      by: "your answer in this session",
    });
    expect(await gate.decide({ ...run, ...changes }, signal)).toMatchObject({ verdict: "ask" });
  });

  it("does not care about the order of an input's fields", async () => {
    const gate = createGate({ mode: "smart_approve" });
    await gate.remember({ ...run, input: { command: "make", more: { a: 1, b: [2] } } }, "session");
    const turned = { ...run, input: { more: { b: [2], a: 1 }, command: "make" } };
    expect(await gate.decide(turned, signal)).toMatchObject({ verdict: "allow" });
    const other = { ...run, input: { more: { b: [1], a: 2 }, command: "make" } };
    expect(await gate.decide(other, signal)).toMatchObject({ verdict: "ask" });
  });

  it("does not cover a tool that has begun to do something else", async () => {
    const gate = createGate({ mode: "smart_approve" });
    await gate.remember(write, "session");
    expect(await gate.decide({ ...write, effect: "runs" }, signal)).toMatchObject({ verdict: "ask" });
    expect(await gate.decide({ ...write, effect: "unknown" }, signal)).toMatchObject({ verdict: "ask" });
  });

  it("is not kept in the store", async () => {
    const store = memoryStore();
    await createGate({ mode: "approve", store }).remember(write, "session");
    expect(store.kept).toEqual([]);
  });

  it.each([
    ["a mode that denies", "chat", [], "deny"],
    ["a rule that denies", "approve", [{ tool: "*", verdict: "deny" }], "deny"],
    ["a rule that asks", "auto", [{ tool: "write_file", verdict: "ask" }], "ask"],
  ] as const)("does not beat %s", async (_, mode, rules, verdict) => {
    const gate = createGate({ mode, rules });
    await gate.remember(write, "session");
    expect(await gate.decide(write, signal)).toMatchObject({ verdict });
  });
});

describe("an answer for always", () => {
  it("is there for the next gate with the same store, once", async () => {
    const store = memoryStore();
    const gate = createGate({ mode: "approve", store });
    await gate.remember(write, "always");
    await gate.remember(write, "always");
    await gate.remember(run, "always");
    expect(store.kept).toEqual([
      { tool: "write_file", extension: "developer", effect: "writes" },
      {
        tool: "shell",
        extension: "developer",
        effect: "runs",
        call: { input: { command: "make" }, cwd: "/project" },
        rules: ["shell(make)"],
      },
    ]);
    const next = createGate({ mode: "approve", store });
    expect(await next.decide(write, signal)).toMatchObject({
      verdict: "allow",
      by: "your remembered answer",
    });
    expect(await next.decide(run, signal)).toMatchObject({ verdict: "allow" });
  });

  it("adds to what others have stored meanwhile", async () => {
    const store = memoryStore();
    const [one, other] = [createGate({ mode: "approve", store }), createGate({ mode: "approve", store })];
    await one.remember(write, "always");
    await other.remember(run, "always");
    expect(store.kept).toHaveLength(2);
    expect(await one.decide({ ...run }, signal)).toMatchObject({ verdict: "allow" });
  });

  it("in a store that names a whole tool which runs commands covers nothing", async () => {
    const store = memoryStore([{ tool: "shell", extension: "developer", effect: "runs" }]);
    expect(await createGate({ mode: "approve", store }).decide(run, signal)).toMatchObject({
      verdict: "ask",
    });
  });

  it("that cannot be loaded means asking, and is not overwritten", async () => {
    let saved = false;
    const store: RememberedStore = {
      load: () => Promise.reject(new Error("line 3 is broken")),
      save() {
        saved = true;
        return Promise.resolve();
      },
    };
    const gate = createGate({ mode: "approve", store });
    const decision = await gate.decide(write, signal);
    expect(decision).toMatchObject({
      verdict: "ask",
      reason: expect.stringContaining("line 3 is broken") as string,
    });
    await expect(gate.remember(write, "always")).rejects.toThrow("line 3 is broken");
    expect(saved).toBe(false);
    expect(await gate.decide(write, signal)).toMatchObject({
      verdict: "allow",
      by: "your answer in this session",
    });
  });
});
