import { createAnalyzer, type ParserLoaders } from "../src/shell-analysis/index.ts";
import { describe, expect, it } from "vitest";
import { createGate, type PermissionRule } from "../src/index.ts";
import { request, signal } from "./requests.ts";

const fails = async () => {
  throw new Error("no such file");
};
const run = (command: string) => request({ input: { command }, cwd: "/project" });
const gateWith = (loaders: ParserLoaders, mode: string, rules: readonly PermissionRule[] = []) =>
  createGate({ mode, rules, analyze: createAnalyzer(loaders), isPlainRepository: () => true });

describe.each<[string, ParserLoaders]>([
  ["the Bash grammar", { bashGrammar: fails }],
  ["the second parser", { secondReading: fails }],
  ["either parser", { bashGrammar: fails, secondReading: fails }],
])("when %s cannot be loaded", (_, loaders) => {
  const rules: readonly PermissionRule[] = [{ tool: "shell(ls *)", verdict: "allow" }];

  it.each(["ls | cat", "ls 'a'", "git status; ls", "echo a && rm -rf b"])(
    "%s asks and says why",
    async (command) => {
      for (const mode of ["accept_edits", "smart_approve"]) {
        const decision = await gateWith(loaders, mode, rules).decide(run(command), signal);
        expect([mode, decision.verdict]).toEqual([mode, "ask"]);
        expect(decision.reason).toContain("could not be loaded");
      }
    },
  );

  it("a line of bare words needs none", async () => {
    const decide = (command: string) =>
      gateWith(loaders, "smart_approve", rules).decide(run(command), signal);
    expect((await decide("ls -la")).verdict).toBe("allow");
    expect((await decide("rm -rf a")).verdict).toBe("ask");
  });

  it("no rule about commands that denies is passed by", async () => {
    const gate = gateWith(loaders, "auto", [{ tool: "shell(rm *)", verdict: "deny" }]);
    expect((await gate.decide(run("ls | cat"), signal)).verdict).not.toBe("allow");
  });
});

it("a parser that could not be loaded is tried again with the next command", async () => {
  let tries = 0;
  const analyze = createAnalyzer({
    secondReading: async () => {
      tries += 1;
      if (tries === 1) throw new Error("too many open files");
      return () => [{ at: 0, sources: ["ls", "'a'"], values: ["ls", "a"] }];
    },
  });
  expect((await analyze("ls 'a'")).problems).toMatchObject([{ code: "parser-unavailable" }]);
  expect(await analyze("ls 'a'")).toMatchObject({ segments: [{ text: "ls 'a'" }], problems: [] });
  expect([(await analyze("ls 'a'")).problems, tries]).toEqual([[], 2]);
});
