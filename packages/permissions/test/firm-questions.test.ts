import type { GateRequest } from "@skein/protocol";
import { describe, expect, it } from "vitest";
import { createGate, pathGuard, type PermissionRule, type RememberedAnswer } from "../src/index.ts";
import { request, signal } from "./requests.ts";

const guard = pathGuard({ home: "/home/me" });

function memoryStore() {
  let answers: readonly RememberedAnswer[] = [];
  return {
    load: async () => answers,
    save: async (all: readonly RememberedAnswer[]) => void (answers = all),
  };
}

const writesKey = request({
  tool: "write",
  effect: "writes",
  input: { path: "/home/me/.ssh/config" },
  resources: ["file:/home/me/.ssh/config"],
});
const readsKey = { ...writesKey, tool: "read", effect: "reads" } satisfies GateRequest;
const runs = request({ input: { command: "cat /home/me/.ssh/config" } });

describe.each(["session", "always"] as const)("a call on guarded files that was answered for %s", (scope) => {
  it.each<[string, GateRequest, string]>([
    ["the tool that writes", writesKey, "write"],
    ["the files it writes", writesKey, "edit(/home/me/.ssh/**)"],
    ["the whole extension", writesKey, "developer"],
    ["all tools", writesKey, "*"],
    ["the tool that reads", readsKey, "read"],
    ["the files it reads", readsKey, "read(/home/me/.ssh/**)"],
    ["the command", runs, "shell(cat *)"],
    ["the files that a command reads", runs, "read(/home/me/.ssh/**)"],
  ])("is asked about again where a rule asks about %s", async (_, call, tool) => {
    const rule: PermissionRule = { tool, verdict: "ask" };
    const gate = createGate({ mode: "smart_approve", rules: [rule], guard, store: memoryStore() });
    await gate.remember(call, scope);
    expect(await gate.decide(call, signal)).toMatchObject({ verdict: "ask" });
  });

  it.each<[string, GateRequest]>([
    ["writes", writesKey],
    ["reads", readsKey],
    ["runs", runs],
  ])("is allowed without such a rule, exactly as it was answered, where it %s", async (_, call) => {
    const gate = createGate({ mode: "smart_approve", guard, store: memoryStore() });
    await gate.remember(call, scope);
    expect(await gate.decide(call, signal)).toMatchObject({ verdict: "allow" });
    const elsewhere = { ...call, cwd: "/elsewhere" };
    expect(await gate.decide(elsewhere, signal)).toMatchObject({ verdict: "ask" });
  });
});

it("a question about guarded files names no rule that an answer would add", async () => {
  const decision = await createGate({ mode: "smart_approve", guard }).decide(runs, signal);
  expect(decision).toMatchObject({ verdict: "ask", by: expect.stringContaining("guarded path") as string });
  expect(decision.covers).toBeUndefined();
});
