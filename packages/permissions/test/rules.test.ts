import type { Verdict } from "@skein/protocol";
import { checkProperty } from "@skein/property-tests";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createGate, permissionModes, type PermissionRule } from "../src/index.ts";
import { effects, request, signal } from "./requests.ts";

const verdictOf = async (
  mode: string,
  rules: readonly PermissionRule[],
  asked = request(),
): Promise<Verdict> => (await createGate({ mode, rules }).decide(asked, signal)).verdict;

describe("a rule", () => {
  it.each(["shell", "developer", "developer__shell", "developer__*", "*"])(
    "for %s covers the tool shell of developer",
    async (tool) => {
      expect(await verdictOf("smart_approve", [{ tool, verdict: "allow" }])).toBe("allow");
      expect(await verdictOf("auto", [{ tool, verdict: "deny" }])).toBe("deny");
      const named = request({ tool: "developer__shell" });
      expect(await verdictOf("auto", [{ tool, verdict: "deny" }], named)).toBe("deny");
    },
  );

  it.each(["she", "shell2", "dev", "developer_shell", "Shell"])("for %s does not", async (tool) => {
    expect(await verdictOf("auto", [{ tool, verdict: "deny" }])).toBe("allow");
  });

  it("that allows is not inherited by a stranger's tool of the same name; one that denies is", async () => {
    const strangers = request({ tool: "stranger__shell", extension: "stranger" });
    expect(await verdictOf("approve", [{ tool: "shell", verdict: "allow" }], strangers)).toBe("ask");
    expect(await verdictOf("auto", [{ tool: "shell", verdict: "deny" }], strangers)).toBe("deny");
    expect(await verdictOf("auto", [{ tool: "shell", verdict: "ask" }], strangers)).toBe("ask");
  });

  it("for a tool of one extension frees no tool that another one calls just so", async () => {
    const strangers = request({ tool: "github__push", extension: "stranger" });
    expect(await verdictOf("approve", [{ tool: "github__push", verdict: "allow" }], strangers)).toBe("ask");
    expect(await verdictOf("auto", [{ tool: "github__push", verdict: "deny" }], strangers)).toBe("deny");
    const own = request({ tool: "push", extension: "github" });
    expect(await verdictOf("approve", [{ tool: "github__push", verdict: "allow" }], own)).toBe("allow");
  });

  it("that asks also asks in auto mode, and says its reason", async () => {
    const gate = createGate({
      mode: "auto",
      rules: [{ tool: "shell", verdict: "ask", reason: "Shells are sharp." }],
    });
    expect(await gate.decide(request(), signal)).toEqual({
      verdict: "ask",
      by: "rule for shell",
      reason: "Shells are sharp.",
    });
  });

  it.each(["plan", "chat"])("cannot open mode %s", async (mode) => {
    expect(await verdictOf(mode, [{ tool: "*", verdict: "allow" }])).toBe("deny");
  });

  it("without a reason still says which it is", async () => {
    const gate = createGate({ mode: "auto", rules: [{ tool: "developer", verdict: "deny" }] });
    expect((await gate.decide(request(), signal)).reason).toBe("A rule for developer says deny.");
  });

  it.each([
    [{ tool: "", verdict: "deny" }, "rule 2: A rule names no tool"],
    [{ tool: "shell", verdict: "denied" }, 'rule 2, for shell, says "denied"'],
    [{ tool: "**", verdict: "deny" }, 'rule 2: "**" is not the name of a tool'],
    [
      { tool: "shell(rm; ls)", verdict: "deny" },
      'rule 2: "shell(rm; ls)": a rule is about one simple command',
    ],
    [
      { tool: "shel(rm", verdict: "deny", source: "a.yaml:3:1" },
      'a.yaml:3:1: permission rule: "shel(rm" has',
    ],
    [{ verdict: "deny" }, "rule 2: A rule names no tool"],
  ])("that cannot be understood is an error: %j", (rule, message) => {
    const rules = [{ tool: "x", verdict: "allow" } as const, rule as PermissionRule];
    expect(() => createGate({ mode: "auto", rules })).toThrowError(message);
  });
});

const verdicts = ["allow", "ask", "deny"] as const;
const rule = fc.record({
  tool: fc.constantFrom("shell", "developer", "developer__shell", "*", "other"),
  verdict: fc.constantFrom(...verdicts),
});
const mode = fc.constantFrom(...permissionModes.map(({ name }) => name));
const effect = fc.constantFrom(...effects);
const rank = (verdict: Verdict): number => verdicts.indexOf(verdict);

describe("rules together", () => {
  it("obey deny before ask before allow in every mode, in any order", async () => {
    await checkProperty(
      fc.asyncProperty(mode, effect, fc.array(rule, { maxLength: 6 }), async (name, kind, rules) => {
        const asked = request({ effect: kind });
        const verdict = await verdictOf(name, rules, asked);
        expect(await verdictOf(name, rules.toReversed(), asked)).toBe(verdict);
        const covering = rules.filter(({ tool }) => tool !== "other").map((one) => rank(one.verdict));
        expect(rank(verdict)).toBeGreaterThanOrEqual(Math.max(0, ...covering));
      }),
    );
  });

  it("get no looser by one more that asks or denies", async () => {
    const tightening = rule.filter(({ verdict }) => verdict !== "allow");
    await checkProperty(
      fc.asyncProperty(
        mode,
        effect,
        fc.array(rule, { maxLength: 4 }),
        tightening,
        async (name, kind, rules, more) => {
          const asked = request({ effect: kind });
          const before = await verdictOf(name, rules, asked);
          const after = await verdictOf(name, [...rules, more], asked);
          expect(rank(after)).toBeGreaterThanOrEqual(rank(before));
        },
      ),
    );
  });
});
