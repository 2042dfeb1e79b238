import { expect, it } from "vitest";
import { createGate, type PermissionRule } from "../src/index.ts";
import { request, signal } from "./requests.ts";

async function verdictOf(command: string, ...rules: readonly PermissionRule[]) {
  const call = request({ input: { command, outside_sandbox: "It needs the network." } });
  return (await createGate({ mode: "auto", rules }).decide(call, signal)).verdict;
}

const allow = { tool: "outside(npm *)", verdict: "allow" } as const;

it.each(["ask", "deny"] as const)(
  "a rule that says %s of commands or files says so outside the sandbox too",
  async (verdict) => {
    expect(await verdictOf("npm publish", allow)).toBe("allow");
    expect(await verdictOf("npm publish", allow, { tool: "shell(npm publish)", verdict })).toBe(verdict);
    expect(await verdictOf("npm publish", allow, { tool: "shell", verdict })).toBe(verdict);
    const secret = { tool: "read(notes/**)", verdict } as const;
    expect(await verdictOf("cat notes/a && npm test", allow)).toBe("allow");
    expect(await verdictOf("cat notes/a && npm test", allow, secret)).toBe(verdict);
  },
);

it.each([
  ["ls && npm test", "allow"],
  ["cat README.md && npm test", "allow"],
  ["grep -r key && npm test", "ask"],
  ["grep -r key . && npm test", "ask"],
  ["rg --hidden key && npm test", "ask"],
  ["find . -exec cat {} + && npm test", "ask"],
  ["cat $FILE && npm test", "ask"],
  ["cat ../other && npm test", "ask"],
])(
  "what may read with an allowed command, there, is what it names in the folder: %s -> %s",
  async (command, verdict) => {
    expect(await verdictOf(command, allow)).toBe(verdict);
  },
);
