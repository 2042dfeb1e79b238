import type { Gate, GateRequest, Verdict } from "@skein/protocol";
import { checkProperty } from "@skein/property-tests";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { childGate, createGate, permissionModes } from "../src/index.ts";
import { effects, request, signal } from "./requests.ts";

const verdicts = ["allow", "ask", "deny"] as const;
const rank = (verdict: Verdict): number => verdicts.indexOf(verdict);

const mode = fc.constantFrom(...permissionModes.map(({ name }) => name));
const rules = fc.array(
  fc.record({
    tool: fc.constantFrom("shell", "developer", "*", "write_file"),
    verdict: fc.constantFrom(...verdicts),
  }),
  { maxLength: 3 },
);
const call = fc
  .record({
    tool: fc.constantFrom("shell", "write_file", "evil__shell"),
    extension: fc.constantFrom("developer", "evil"),
    effect: fc.constantFrom(...effects),
    input: fc.constantFrom({ command: "ls" }, { command: "rm" }),
  })
  .map(request);
/** What may happen to the two gates before they are asked. */
const event = fc.oneof(
  fc.record({ who: fc.constantFrom("parent", "child"), mode }),
  fc.record({ who: fc.constantFrom("parent", "child"), remember: call }),
);

describe("a child's gate", () => {
  it("never allows what its parent does not, whatever either is told", async () => {
    const parts = fc.record({ mode, rules });
    await checkProperty(
      fc.asyncProperty(
        parts,
        parts,
        fc.array(event, { maxLength: 6 }),
        call,
        async (above, below, events, asked) => {
          const parent = createGate(above);
          const child = childGate(parent, below);
          for (const happens of events) {
            const gate = happens.who === "parent" ? parent : child;
            if ("mode" in happens) gate.setMode(happens.mode);
            else await gate.remember(happens.remember, "session");
          }
          const [parents, childs] = [await parent.decide(asked, signal), await child.decide(asked, signal)];
          expect(rank(childs.verdict)).toBeGreaterThanOrEqual(rank(parents.verdict));
        },
      ),
      { numRuns: 500 },
    );
  });

  it("says what its parent says when it has nothing of its own", async () => {
    await checkProperty(
      fc.asyncProperty(mode, rules, call, async (name, written, asked) => {
        const parent = createGate({ mode: name, rules: written });
        expect(await childGate(parent).decide(asked, signal)).toEqual(await parent.decide(asked, signal));
      }),
    );
  });

  it("follows its parent's mode while it runs", async () => {
    const parent = createGate({ mode: "auto" });
    const grandchild = childGate(childGate(parent));
    expect(await grandchild.decide(request(), signal)).toMatchObject({ verdict: "allow" });
    parent.setMode("plan");
    expect(await grandchild.decide(request(), signal)).toMatchObject({ verdict: "deny", by: "mode plan" });
  });

  it("takes a person's answer up to where the question came from", async () => {
    const parent = createGate({ mode: "approve" });
    const child = childGate(childGate(parent), { mode: "smart_approve" });
    await child.remember(request(), "session");
    expect(await child.decide(request(), signal)).toMatchObject({ verdict: "allow" });
    expect(await child.decide(request({ input: { command: "rm" } }), signal)).toMatchObject({
      verdict: "ask",
    });
  });

  it("tells of what it and what its parent are told to remember, until that is no longer wanted", async () => {
    const parent = createGate({ mode: "approve" });
    const child = childGate(parent);
    let heard = 0;
    const end = child.onRemembered(() => void heard++);
    await parent.remember(request({ input: { command: "parent's" } }), "session");
    expect(heard).toBe(1);
    await child.remember(request(), "session");
    expect(heard).toBeGreaterThan(1);
    const before = heard;
    end();
    await parent.remember(request({ input: { command: "later" } }), "session");
    await child.remember(request({ input: { command: "later still" } }), "session");
    expect(heard).toBe(before);
  });

  it("works under any gate, also one that waits, stops the run, and remembers nothing", async () => {
    const stop = { verdict: "deny", by: "the house", stop: true } as const;
    const seen: GateRequest[] = [];
    const parent: Gate = {
      async decide(asked) {
        seen.push(asked);
        return Promise.resolve(stop);
      },
    };
    const child = childGate(parent, { mode: "chat" });
    const end = child.onRemembered(() => undefined);
    await child.remember(request(), "always");
    end();
    expect(await child.decide(request(), signal)).toEqual(stop);
    expect(seen).toEqual([request()]);
  });
});

describe("a child that is fixed", () => {
  const outside = {
    tool: "read",
    extension: "developer",
    effect: "reads",
    resources: ["file:/etc/hostname"],
  } as const;

  it.each([
    ["a parent that allows it", [{ tool: "read(/etc/hostname)", verdict: "allow" }]],
    ["a parent that asks, too", []],
  ] as const)("names no rule that would not help, below %s", async (_, own) => {
    const parent = createGate({ mode: "smart_approve", rules: own });
    const { reason, unasked } = await childGate(parent, { mode: "plan", isFixed: true }).decide(
      request({ ...outside, input: { path: "/etc/hostname" } }),
      signal,
    );
    expect([reason, unasked]).toEqual([
      "/etc/hostname is outside the working folder. It is asked about here whatever the permission mode and rules.",
      "/etc/hostname is outside the working folder. No one is available to approve this call. It is asked about here whatever the permission mode and rules.",
    ]);
  });

  it("does not speak of a mode that the user has not chosen", async () => {
    const child = childGate(createGate({ mode: "auto" }), { mode: "plan", isFixed: true });
    expect((await child.decide(request({ effect: "writes" }), signal)).reason).toBe(
      "Only tools that read are allowed here, whatever the permission mode and rules. Continue with those, then describe the changes you would make and end your turn.",
    );
  });
});
