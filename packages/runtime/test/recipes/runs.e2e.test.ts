import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import type { EntryOf, RunResult } from "@skein/protocol";
import type { ScriptedModel, ScriptedTurn } from "@skein/provider-replay";
import { collect, processesWith, temporaryFolder, uniqueSeconds, waitForProcesses } from "@skein/test-kit";
import { describe, expect, it } from "vitest";
import { recipeAgent, recipeInput } from "../../src/recipes.ts";
import { done, setUp, shell, use } from "../set-up.ts";
import { facts, filledRecipe } from "./set-up.ts";

interface Ran {
  readonly result: RunResult;
  readonly model: ScriptedModel;
  readonly told: readonly string[];
  readonly notices: readonly string[];
  readonly start: EntryOf<"session-start"> | undefined;
}

/** One run of a recipe, as without a person. */
async function run(folder: string, body: string, script: readonly ScriptedTurn[]): Promise<Ran> {
  const { runtime, settings, model } = setUp(folder, script);
  await using _ = runtime;
  const told: string[] = [];
  const filled = await filledRecipe(folder, body);
  const base = {
    ...settings,
    checkpoints: false,
    schedule: "nightly",
    warn: (sentence: string) => void told.push(sentence),
  };
  const made = await recipeAgent(filled, base, facts);
  const { agent } = await runtime.open(made.settings);
  const running = agent.run(recipeInput(filled.recipe));
  const notices: string[] = [];
  for await (const event of running)
    if (event.type === "notice" && event.text.startsWith("Attempt")) notices.push(event.text);
  const result = await running.result;
  const entries = await collect(runtime.sessions.entries(agent.session));
  const start = entries.find((entry) => entry.kind === "session-start");
  return { result, model, told, notices, start };
}

const counting = `prompt: Make it so.
retry:
  max_retries: 2
  checks:
    - { type: shell, command: "test -f made || { echo made is missing; exit 4; }" }
  on_failure: echo again >>cleaned
`;

describe("a run of a recipe", () => {
  it("is done when its checks pass at the second attempt, and tells what it does", async () => {
    await using folder = await temporaryFolder();
    const ran = await run(folder.path, counting, [done, shell("a", "touch made"), done]);
    expect(ran.result).toMatchObject({ outcome: "done", turns: 3 });
    expect(await readFile(join(folder.path, "cleaned"), "utf8")).toBe("again\n");
    expect(ran.told.filter((line) => line.startsWith("Attempt"))).toEqual([
      expect.stringContaining("Attempt 1 of 3, check 1 of 1: test -f made"),
      expect.stringContaining("Attempt 2 of 3, check 1 of 1: test -f made"),
    ]);
    expect(ran.notices).toEqual([expect.stringMatching(/^Attempt 1 did not pass.*made is missing$/s)]);
    expect(JSON.stringify(ran.model.requests[1]?.messages)).toContain("made is missing");
  });

  it("is invalid output when no attempt is left, with what the last check said", async () => {
    await using folder = await temporaryFolder();
    const ran = await run(folder.path, counting, [done, done, done]);
    expect(ran.result).toMatchObject({
      outcome: "invalid-output",
      turns: 3,
      error: {
        code: "checks-failed",
        message: expect.stringMatching(/exit code is 4.*made is missing.*last one/s),
      },
    });
    expect(await readFile(join(folder.path, "cleaned"), "utf8")).toBe("again\nagain\n");
  });

  it("is done when the result fits the schema at the third try, and is not without", async () => {
    await using folder = await temporaryFolder();
    const body = `prompt: Count.
response:
  json_schema: { type: object, properties: { n: { type: integer } }, required: [n] }
`;
    const output = (id: string, n: number | string) => [{ ...use("final_output", { n })[0], id }];
    const ran = await run(folder.path, body, [output("a", "one"), output("b", "two"), output("c", 3)]);
    expect(ran.result).toMatchObject({ outcome: "done", output: { n: 3 }, turns: 3 });
    const silent = await run(folder.path, body, [done, done, done, done, done]);
    expect(silent.result.outcome).toBe("invalid-output");
  });

  it("has its instructions in the system prompt, its prompt as the task, and its file on record", async () => {
    await using folder = await temporaryFolder();
    const ran = await run(folder.path, "instructions: Be kind.\nprompt: Say hello.\n", [done]);
    expect(ran.model.requests[0]?.system).toContain("Be kind.");
    expect(ran.model.requests[0]?.messages).toMatchObject([
      { role: "user", from: "user", content: [{ type: "text", text: "Say hello." }] },
    ]);
    expect(ran.start).toMatchObject({
      interaction: "execute",
      recipe: join(folder.path, "recipe.yaml"),
      schedule: "nightly",
      name: "Test",
    });
  });

  it("ends its checks when it is interrupted, and leaves nothing of them", async () => {
    await using folder = await temporaryFolder();
    const id = uniqueSeconds();
    const { runtime, settings } = setUp(folder.path, [done]);
    await using _ = runtime;
    const body = `prompt: Go.
retry: { max_retries: 1, checks: [{ type: shell, command: "setsid sleep ${id} & sleep ${id}" }] }
`;
    const { settings: made } = await recipeAgent(await filledRecipe(folder.path, body), settings, facts);
    const { agent } = await runtime.open(made);
    const running = agent.run("Go.");
    const ended = running.result;
    while ((await processesWith(id)).length < 2) await sleep(10);
    running.interrupt();
    expect((await ended).outcome).toBe("cancelled");
    await waitForProcesses(id, 0);
    expect(await processesWith(id)).toEqual([]);
  });

  it("leaves nothing of its checks when it is killed", async () => {
    await using folder = await temporaryFolder();
    const id = uniqueSeconds();
    const file = fileURLToPath(new URL("children/run-check.ts", import.meta.url));
    const command = `setsid sleep ${id} & echo up; sleep ${id}`;
    const killed = spawn(process.execPath, [file, folder.path, command], { stdio: "ignore" });
    while ((await processesWith(`sleep\0${id}`)).length < 2) await sleep(10);
    const gone = once(killed, "exit");
    killed.kill("SIGKILL");
    await gone;
    await waitForProcesses(id, 0);
    expect(await processesWith(id)).toEqual([]);
  });
});
