import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { GateRequest } from "@skein/protocol";
import { afterAll, describe, expect, it } from "vitest";
import { childGate, createGate, pathGuard, type PermissionRule } from "../src/index.ts";
import { request, signal } from "./requests.ts";

const base = realpathSync(mkdtempSync(join(tmpdir(), "skein-routine-")));
afterAll(() => rmSync(base, { recursive: true }));
const cwd = join(base, "project");
mkdirSync(join(cwd, "src"), { recursive: true });
mkdirSync(join(cwd, "keys"));
writeFileSync(join(cwd, "keys", ".env"), "");
const guard = pathGuard({ home: base });
const gate = (mode: string, rules: readonly PermissionRule[] = []) => createGate({ mode, rules, guard });
const command = (text: string) => request({ cwd, input: { command: text } });
const file = (tool: "read" | "write", path: string) =>
  request({
    cwd,
    tool,
    effect: tool === "read" ? "reads" : "writes",
    input: { path },
    resources: [`file:${join(cwd, path)}`],
  });
const asks = (tool: string): PermissionRule => ({ tool, verdict: "ask" });

/** What a hook's `allow` may answer, and what only a person may. */
describe("a question that only the permission mode brings up", () => {
  it.each<[string, string, GateRequest, readonly PermissionRule[]]>([
    ["a command", "smart_approve", command("npm test"), []],
    ["a command of several", "smart_approve", command("cd src && npm test 2>&1 | tail -5"), []],
    ["a command that writes inside", "smart_approve", command("npm test | tee src/log.txt"), []],
    ["a harmless command", "approve", command("ls -la"), []],
    ["a file inside", "smart_approve", file("write", "src/a.ts"), []],
    ["reading a file inside", "approve", file("read", "src/a.ts"), []],
    ["a server's tool", "smart_approve", request({ cwd, tool: "gh__push", extension: "gh", input: {} }), []],
    ["a subagent", "smart_approve", request({ cwd, tool: "subagent", startsAgents: true, input: {} }), []],
    ["a command beside a rule for another", "smart_approve", command("npm test"), [asks("shell(git *)")]],
  ])("may be answered by a hook: %s in %s", async (_, mode, asked, rules) => {
    expect(await gate(mode, rules).decide(asked, signal)).toMatchObject({ verdict: "ask", isRoutine: true });
  });

  it.each<[string, string, GateRequest, readonly PermissionRule[]]>([
    ["a rule asks about the command", "smart_approve", command("npm test"), [asks("shell(npm *)")]],
    ["a rule asks about the tool", "auto", command("npm test"), [asks("shell")]],
    ["a rule asks about everything", "approve", command("npm test"), [asks("*")]],
    ["a guarded file", "smart_approve", command("cat .env"), []],
    ["a guarded file, written", "auto", file("write", ".git/hooks/pre-commit"), []],
    ["a guarded file in a search", "smart_approve", command("grep -rn x keys"), []],
    ["a guarded file in a search", "approve", command("grep -rn x keys"), []],
    ["a file outside", "smart_approve", file("read", "../other"), []],
    ["a file outside", "accept_edits", file("write", "../other"), []],
    ["a command on a file outside", "smart_approve", command("node build.mjs --out=/srv/www"), []],
    ["a file written outside", "smart_approve", command("npm test | tee ../log"), []],
    ["a command behind cd to the outside", "smart_approve", command("cd .. && rm -r build"), []],
    ["any file", "smart_approve", command("rm $FILE"), []],
    ["a command that is not understood", "smart_approve", command("npm test $(cat x)"), []],
    ["a command that is not understood", "approve", command("echo 'x"), []],
  ])("may be answered by a person only: %s in %s", async (_, mode, asked, rules) => {
    const decision = await gate(mode, rules).decide(asked, signal);
    expect([decision.verdict, decision.isRoutine]).toEqual(["ask", undefined]);
  });

  it.each<[string, string, GateRequest, readonly PermissionRule[], string]>([
    ["denied by the mode", "chat", command("npm test"), [], "deny"],
    ["denied by a rule", "auto", command("npm test"), [{ tool: "shell", verdict: "deny" }], "deny"],
    ["allowed", "auto", command("npm test"), [], "allow"],
  ])("is none: %s", async (_, mode, asked, rules, verdict) => {
    const decision = await gate(mode, rules).decide(asked, signal);
    expect([decision.verdict, decision.isRoutine]).toEqual([verdict, undefined]);
  });

  it.each([
    ["both modes", gate("smart_approve"), { mode: "smart_approve" }, true],
    ["the child's mode alone", gate("auto"), { mode: "smart_approve" }, true],
    ["the parent's rule", gate("auto", [asks("shell")]), { mode: "smart_approve" }, undefined],
    ["the child's rule", gate("smart_approve"), { rules: [asks("shell")] }, undefined],
  ])("of a child is one of all that ask: %s", async (_, parent, options, expected) => {
    const decision = await childGate(parent, options).decide(command("npm test"), signal);
    expect([decision.verdict, decision.isRoutine]).toEqual(["ask", expected]);
  });
});
