import { describe, expect, it } from "vitest";
import { createGate } from "../src/index.ts";
import { request, signal } from "./requests.ts";

const harmless = ["ls", "pwd", "echo hello", "cat README.md", "git status", "ls | wc -l", "cd sub && ls"];
const knowledge = { isPlainRepository: () => true };

describe("in plan mode", () => {
  it.each(harmless)("%j is allowed in the sandbox, and denied outside", async (command) => {
    const gate = createGate({ mode: "plan", ...knowledge });
    expect(await gate.decide(request({ input: { command } }), signal)).toMatchObject({ verdict: "allow" });
    const outside = request({ input: { command, outside_sandbox: "It needs the network." } });
    expect(await gate.decide(outside, signal)).toMatchObject({ verdict: "deny", by: "mode plan" });
  });

  it.each(["ls > listing", "echo a >> notes.md"])(
    "%j is denied, whatever files a rule allows",
    async (command) => {
      const rules = [{ tool: "edit(**)", verdict: "allow" }] as const;
      const gate = createGate({ mode: "plan", rules, ...knowledge });
      expect(await gate.decide(request({ input: { command } }), signal)).toMatchObject({ verdict: "deny" });
    },
  );

  it("git is denied where one of the folders it runs in names programs", async () => {
    const isPlainRepository = (folder: string) => folder === "/project";
    const gate = createGate({ mode: "plan", isPlainRepository });
    const decide = (command: string) => gate.decide(request({ input: { command } }), signal);
    expect(await decide("git status")).toMatchObject({ verdict: "allow" });
    expect(await decide("cd other && git status")).toMatchObject({ verdict: "deny" });
    expect(await decide("cd other || true; git status")).toMatchObject({ verdict: "deny" });
  });
});
