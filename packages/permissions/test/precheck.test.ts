import { describe, expect, it } from "vitest";
import { childGate, createGate, pathGuard, type PermissionRule } from "../src/index.ts";
import { effects, request, signal } from "./requests.ts";

const look = request({
  tool: "read",
  effect: "reads",
  input: { path: "/project/a.ts" },
  resources: ["file:/project/a.ts"],
});
const guard = pathGuard({ home: "/home/me" });
const gate = (mode: string, rules: readonly PermissionRule[] = []) => createGate({ mode, rules, guard });
const asking = (tool: string): PermissionRule => ({ tool, verdict: "ask" });

/** What a precheck may look at unasked, and tell people of, because the question is about every call. */
describe("a question that a precheck may come before", () => {
  it("is about reading, and about no call that starts agents", async () => {
    const found = await Promise.all(
      effects.flatMap((effect) =>
        [false, true].map(async (startsAgents) =>
          gate("approve").decide({ ...look, effect, startsAgents }, signal),
        ),
      ),
    );
    expect(found.map(({ verdict }) => verdict)).toEqual(found.map(() => "ask"));
    expect(found.map(({ mayPrecheck }) => mayPrecheck)).toEqual([
      true,
      ...Array.from({ length: 7 }, () => undefined),
    ]);
  });

  it.each([
    ["no rule", [], true],
    ["a rule for all tools", [asking("*")], true],
    ["a rule for the extension", [asking("developer")], true],
    ["a rule for all of the extension's tools", [asking("developer__*")], true],
    ["a rule for another tool", [asking("write")], true],
    ["a rule that allows another tool", [{ tool: "write", verdict: "allow" }], true],
    ["a rule for the tool", [asking("read")], undefined],
    ["a rule for the tool with its extension", [asking("developer__read")], undefined],
    ["rules for the tool and for all", [asking("*"), asking("read")], undefined],
    [
      "a rule for all tools, beside one that allows this one",
      [{ tool: "read", verdict: "allow" }, asking("*")],
      true,
    ],
  ] as const)("has come up by %s: %j", async (_, rules, mayPrecheck) => {
    const decision = await gate("approve", rules).decide(look, signal);
    expect([decision.verdict, decision.mayPrecheck]).toEqual(["ask", mayPrecheck]);
  });

  it.each(["auto", "smart_approve", "plan", "chat"])(
    "is none in mode %s, which does not ask",
    async (mode) => {
      const decision = await gate(mode).decide(look, signal);
      expect([decision.verdict === "ask", decision.mayPrecheck]).toEqual([false, undefined]);
    },
  );

  it("is not the one about a guarded path", async () => {
    const secret = { ...look, resources: ["file:/home/me/.ssh/id"] };
    const decision = await gate("approve").decide(secret, signal);
    expect([decision.verdict, decision.mayPrecheck]).toEqual(["ask", undefined]);
  });

  it.each([
    ["neither has a rule", [], [], true],
    ["the parent's rule names the tool", [asking("read")], [], undefined],
    ["the child's rule names the tool", [], [asking("read")], undefined],
  ])("is one of a child and its parent alike: %s", async (_, above, below, mayPrecheck) => {
    const child = childGate(gate("approve", above), { mode: "approve", rules: below });
    const decision = await child.decide(look, signal);
    expect([decision.verdict, decision.mayPrecheck]).toEqual(["ask", mayPrecheck]);
  });

  it.each([
    ["the child's mode", gate("auto"), { mode: "approve" }, true],
    ["the child's rule for the tool", gate("auto"), { rules: [asking("read")] }, undefined],
    ["the parent's rule for the tool", gate("auto", [asking("read")]), {}, undefined],
    ["the child's mode, which denies", gate("approve"), { mode: "chat" }, undefined],
  ])("may come from one of them: %s", async (_, parent, options, mayPrecheck) => {
    expect((await childGate(parent, options).decide(look, signal)).mayPrecheck).toBe(mayPrecheck);
  });
});
