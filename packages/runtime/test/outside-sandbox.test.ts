import { existsSync } from "node:fs";
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { extractText, type Answer, type Question } from "@skein/protocol";
import { collect, folderOutsideTmp } from "@skein/test-kit";
import { describe, expect, it } from "vitest";
import { sandboxTiers, type AgentSettings } from "../src/index.ts";
import { done, setUp, use } from "./set-up.ts";

const tier = (await sandboxTiers()).found[0]?.tier;

const call = use("shell", {
  command: "touch ../outside && echo ran",
  outside_sandbox: "The file is one folder up.",
});

interface Ran {
  readonly text: string;
  readonly isOutside: boolean;
  readonly questions: readonly Question[];
  readonly decision: unknown;
}

/** Runs a command that asks to leave the sandbox, in mode auto. */
async function ranWith(changes: Partial<AgentSettings>, answer?: Answer): Promise<Ran> {
  await using folder = await folderOutsideTmp();
  const home = folder.path;
  const cwd = join(home, "project");
  await mkdir(cwd);
  const { runtime, settings } = setUp(join(home, "data"), [call, done], cwd);
  await using _ = runtime;
  const questions: Question[] = [];
  const { agent } = await runtime.open({
    ...settings,
    session: "s",
    sandbox: { mode: "require" },
    ...(answer ? { ask: async (question) => (questions.push(question), answer) } : {}),
    ...changes,
  });
  expect((await agent.run("go").result).outcome).toBe("done");
  const entries = await collect(runtime.sessions.entries("s"));
  const result = entries.find((entry) => entry.kind === "tool-result");
  return {
    text: result?.failure ? JSON.stringify(result.failure) : extractText(result?.content ?? []),
    isOutside: existsSync(join(home, "outside")),
    questions,
    decision: entries.find((entry) => entry.kind === "decision"),
  };
}

describe.skipIf(tier === undefined)("a command that asks to run outside the sandbox", () => {
  it("does after one approval, which says what, why and which rule it adds", async () => {
    const { text, isOutside, questions } = await ranWith({}, { allow: "once" });
    expect(text).toBe("ran");
    expect(isOutside).toBe(true);
    expect(questions).toMatchObject([
      {
        kind: "approval",
        input: { command: "touch ../outside && echo ran" },
        reason: expect.stringContaining('"The file is one folder up."'),
        covers: ["outside(touch ../outside)"],
      },
    ]);
  });

  it("does unasked where a rule says so", async () => {
    const rules = [{ tool: "outside(touch *)", verdict: "allow" }] as const;
    expect(await ranWith({ rules })).toMatchObject({
      isOutside: true,
      questions: [],
      decision: { verdict: "allow", by: expect.stringContaining("rule for outside(touch *)") },
    });
  });

  it("does not where a rule denies it, or the answer is no", async () => {
    const rules = [
      { tool: "outside(*)", verdict: "allow" },
      { tool: "outside(touch *)", verdict: "deny" },
    ] as const;
    expect(await ranWith({ rules }, { allow: "once" })).toMatchObject({ isOutside: false, questions: [] });
    expect((await ranWith({}, { deny: "No." })).isOutside).toBe(false);
  });

  it("does not where no one can answer: the model is told which rule would allow it, and goes on", async () => {
    const { text, isOutside } = await ranWith({});
    expect(isOutside).toBe(false);
    expect(text).toContain("No one is available to approve running this outside the sandbox.");
    expect(text).toContain("outside(touch ../outside)");
  });
});

it("there is no such input where nothing holds commands", async () => {
  const { text } = await ranWith({ sandbox: { mode: "off" } }, { allow: "once" });
  expect(text).toContain("unknown field");
});
