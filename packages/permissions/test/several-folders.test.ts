import { describe, expect, it } from "vitest";
import { createGate, readsOnly } from "../src/index.ts";
import { request, signal } from "./requests.ts";

/** Runs in one of two folders, which is known only when it runs. */
const command = "cd other || true; git status";

describe("git in one of several folders", () => {
  it.each([
    ["all of them", ["/project", "/project/other"], true],
    ["the first one", ["/project"], false],
    ["the other one", ["/project/other"], false],
    ["none", [], false],
  ])("is known to only read where it starts no programs in %s", async (_, plain, expected) => {
    const isPlainRepository = (folder: string) => plain.some((name) => name === folder);
    expect(await readsOnly(command, { cwd: "/project", isPlainRepository })).toBe(expected);
    const gate = createGate({ mode: "smart_approve", isPlainRepository });
    const { verdict } = await gate.decide(request({ input: { command } }), signal);
    expect(verdict).toBe(expected ? "allow" : "ask");
  });
});

it.each([
  ["git", "git__push", "allow"],
  ["git", "push", "allow"],
  ["g", "g____push", "ask"],
  ["g", "__push", "ask"],
  ["github", "github__push", "ask"],
  ["", "git__push", "ask"],
])("a rule for tools of the server git is not for those of %j: %s", async (extension, tool, verdict) => {
  const rules = [{ tool: "mcp__git__pu*", verdict: "allow" }] as const;
  const gate = createGate({ mode: "approve", rules });
  const call = request({ tool, extension, effect: "writes", input: {} });
  expect(await gate.decide(call, signal)).toMatchObject({ verdict });
});
