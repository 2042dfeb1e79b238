import type { GateRequest, Verdict } from "@skein/protocol";
import { checkProperty } from "@skein/property-tests";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { childGate, createGate, pathGuard, permissionModes, type PermissionGate } from "../src/index.ts";
import { request, signal } from "./requests.ts";

const verdicts = ["allow", "ask", "deny"] as const;
const rank = (verdict: Verdict): number => verdicts.indexOf(verdict);
const guard = pathGuard({ home: "/home/me" });

const mode = fc.constantFrom(...permissionModes.map(({ name }) => name));
const tool = fc.constantFrom(
  "*",
  "shell",
  "developer",
  "read",
  "shell(git *)",
  "shell(git push *)",
  "shell(make)",
  "Bash(ls:*)",
  "read(src/**)",
  "read(/home/me/**)",
  "edit(src/**)",
  "edit(**)",
  "fetch(domain:example.com)",
  "mcp(github__*)",
  "github__push(branch:*)",
);
const rule = fc.record({ tool, verdict: fc.constantFrom(...verdicts) });
const rules = fc.array(rule, { maxLength: 5 });
const file = (name: string, effect: "reads" | "writes", path: string): GateRequest =>
  request({ tool: name, effect, input: { path }, resources: [`file:${path}`] });
const call: fc.Arbitrary<GateRequest> = fc.constantFrom(
  ...[
    "make",
    "git push origin",
    "git status",
    "git status && git push",
    "ls",
    "cat src/a",
    "cat /home/me/.ssh/x",
    "echo $(x)",
  ].map((command) => request({ input: { command } })),
  file("read", "reads", "/project/src/a"),
  file("read", "reads", "/home/me/notes"),
  file("read", "reads", "/home/me/.ssh/key"),
  file("write", "writes", "/project/src/a"),
  file("write", "writes", "/project/.env"),
  request({ tool: "push", extension: "github", effect: "unknown", input: { branch: "main" } }),
  request({ tool: "fetch", extension: "fetch", effect: "unknown", input: { url: "https://example.com/" } }),
);

const decide = async (gate: PermissionGate, asked: GateRequest) => (await gate.decide(asked, signal)).verdict;

describe("permission rules", () => {
  it("decide the same in any order", async () => {
    await checkProperty(
      fc.asyncProperty(
        mode,
        rules.chain((all) => fc.tuple(fc.constant(all), fc.shuffledSubarray(all, { minLength: all.length }))),
        call,
        async (name, [one, other], asked) => {
          const [first, second] = [one, other].map((written) =>
            createGate({ mode: name, rules: written, guard }),
          );
          expect(await decide(first!, asked)).toBe(await decide(second!, asked));
        },
      ),
      { numRuns: 400 },
    );
  });

  it("that ask or deny never widen what the others leave", async () => {
    const strict = fc.record({ tool, verdict: fc.constantFrom("ask" as const, "deny" as const) });
    await checkProperty(
      fc.asyncProperty(mode, rules, strict, fc.nat(5), call, async (name, written, added, at, asked) => {
        const before = await decide(createGate({ mode: name, rules: written, guard }), asked);
        const more = [...written.slice(0, at), added, ...written.slice(at)];
        const after = await decide(createGate({ mode: name, rules: more, guard }), asked);
        expect(rank(after)).toBeGreaterThanOrEqual(rank(before));
      }),
      { numRuns: 600 },
    );
  });

  it("of any gate in a tree never let it do what one above it may not", async () => {
    const level = fc.record({ mode, rules });
    const tree = fc.record({
      top: level,
      /** Each hangs below one that comes before it. */
      below: fc.array(fc.record({ level, parent: fc.nat(20) }), { minLength: 1, maxLength: 6 }),
      later: fc.array(fc.record({ who: fc.nat(20), mode }), { maxLength: 4 }),
    });
    await checkProperty(
      fc.asyncProperty(tree, call, async ({ top, below, later }, asked) => {
        const gates = [createGate({ ...top, guard })];
        const parents = [-1];
        for (const { level: own, parent } of below) {
          const above = parent % gates.length;
          parents.push(above);
          gates.push(childGate(gates[above]!, own));
        }
        for (const { who, mode: next } of later) gates[who % gates.length]!.setMode(next);
        const found = await Promise.all(gates.map((gate) => decide(gate, asked)));
        const isFreer = parents.some((parent, at) => parent >= 0 && rank(found[at]!) < rank(found[parent]!));
        expect(isFreer).toBe(false);
      }),
      { numRuns: 400 },
    );
  });
});
