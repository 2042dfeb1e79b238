import type { Effect, GateRequest } from "@skein/protocol";
import { expect, it } from "vitest";
import { createGate, type PermissionRule } from "../src/index.ts";
import { request, signal } from "./requests.ts";

const call = (effect: Effect, ...resources: readonly string[]): GateRequest =>
  request({ tool: "sync", extension: "files", effect, input: {}, resources });

async function verdictOf(mode: string, wanted: GateRequest, ...rules: readonly PermissionRule[]) {
  return (await createGate({ mode, rules }).decide(wanted, signal)).verdict;
}

const file = "file:/project/a";
/** Something else than a file that a call reaches, too. */
const others = ["https://example.com/upload", "db:orders", "FILE:/project/b"];

it("accept_edits lets a call change files only where they are all that it reaches", async () => {
  expect(await verdictOf("accept_edits", call("writes", file))).toBe("allow");
  expect(await verdictOf("accept_edits", call("writes", file, "file:/project/b"))).toBe("allow");
  for (const other of others) {
    expect([other, await verdictOf("accept_edits", call("writes", file, other))]).toEqual([other, "ask"]);
    expect([other, await verdictOf("accept_edits", call("writes", other))]).toEqual([other, "ask"]);
  }
  expect(await verdictOf("accept_edits", call("writes"))).toBe("ask");
  expect(await verdictOf("accept_edits", call("writes", file, "file:/elsewhere/b"))).toBe("ask");
});

it.each([
  ["writes", "edit(**)"],
  ["reads", "read(**)"],
] as const)(
  "a rule for files allows a call that %s only where they are all that it reaches",
  async (effect, tool) => {
    const rule = { tool, verdict: "allow" } as const;
    expect(await verdictOf("approve", call(effect, file), rule)).toBe("allow");
    expect(await verdictOf("approve", call(effect, file, "file:/project/b"), rule)).toBe("allow");
    for (const other of others)
      expect([other, await verdictOf("approve", call(effect, file, other), rule)]).toEqual([other, "ask"]);
    expect(await verdictOf("approve", call(effect), rule)).toBe("ask");
  },
);

it("a call that does more than to read or change files is not allowed by a rule for them", async () => {
  const rules = ["edit(**)", "read(**)"].map((tool) => ({ tool, verdict: "allow" }) as const);
  for (const effect of ["runs", "unknown"] as const)
    expect(await verdictOf("accept_edits", call(effect, file), ...rules)).toBe("ask");
});
