import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Job, ScheduledJobEnd } from "@skein/schedules";
import { machineOf } from "@skein/test-host";
import { temporaryFolder } from "@skein/test-kit";
import { describe, expect, it } from "vitest";
import type { Machine } from "@skein/host";
import { scheduledRecipe, serveSchedules } from "../../src/schedules/index.ts";
import { userSchedules } from "@skein/host/schedules";

const recipe = `title: Tidy
description: d
prompt: Tidy {{ folder }}
parameters: [{ key: folder, input_type: string, requirement: required, description: Which folder }]
extensions: []
retry: { max_retries: 1, checks: [{ type: shell, command: "true" }] }
`;

async function workshop() {
  const folder = await temporaryFolder();
  const machine = machineOf(folder.path, {}, { "tidy.yaml": recipe });
  const wish = {
    recipe: "tidy.yaml",
    params: { folder: "src" },
    cwd: folder.path,
    folder: folder.path,
    warn: () => undefined,
  };
  return { machine, path: folder.path, wish, [Symbol.asyncDispose]: folder[Symbol.asyncDispose] };
}

/** One more slot of a schedule, now, done by what is handed in. */
async function runNow(machine: Machine, name: string, run: (job: Job) => Promise<ScheduledJobEnd>) {
  using user = userSchedules(machine);
  const slot = user.schedules.runNow(name);
  await serveSchedules(machine, user.schedules, {
    slots: { run, isRunning: async () => false },
    owner: "a test",
    signal: new AbortController().signal,
    only: slot,
    onProblem: (sentence) => expect.fail(sentence),
  });
  return user.schedules.store.slot(slot);
}

const never = { cron: "0 0 1 1 *", mode: "plan" } as const;

describe("schedules of a machine", () => {
  it("are kept on it, and their slots are done by what the face hands in", async () => {
    await using at = await workshop();
    {
      using user = userSchedules(at.machine);
      user.schedules.add({
        ...never,
        name: "news",
        cwd: at.path,
        work: { kind: "prompt", text: "What is new?" },
      });
    }
    const jobs: Job[] = [];
    const slot = await runNow(at.machine, "news", async (job) => {
      jobs.push(job);
      return { outcome: "done", exitCode: 0, costUsd: 0.5 };
    });
    expect(slot).toMatchObject({ state: "ended", outcome: "done", costUsd: 0.5, session: jobs[0]?.session });
    expect(jobs[0]?.schedule).toMatchObject({ name: "news", work: { text: "What is new?" } });
  });

  it("run a recipe as it was agreed to, and miss their slots once it has changed", async () => {
    await using at = await workshop();
    const { work, consent } = await scheduledRecipe(at.machine, at.wish);
    expect(consent?.lines).toEqual(["shell: true (retry.checks[0])"]);
    expect(work).toMatchObject({
      kind: "recipe",
      recipe: join(at.path, "tidy.yaml"),
      consent: consent?.hash,
    });
    {
      using user = userSchedules(at.machine);
      user.schedules.add({ ...never, name: "tidy", cwd: at.path, work });
    }
    const run = async (): Promise<ScheduledJobEnd> => ({ outcome: "done" });
    expect(await runNow(at.machine, "tidy", run)).toMatchObject({ state: "ended" });
    writeFileSync(join(at.path, "tidy.yaml"), recipe.replace('"true"', '"false"'));
    expect(await runNow(at.machine, "tidy", run)).toMatchObject({
      state: "missed",
      reason: expect.stringContaining("changed") as string,
    });
  });

  it("take no recipe whose values are missing, and no link", async () => {
    await using at = await workshop();
    const bare = scheduledRecipe(at.machine, { ...at.wish, params: {} });
    await expect(bare).rejects.toMatchObject({ nextStep: { do: "give-values", keys: ["folder"] } });
    const config = Buffer.from(JSON.stringify({ title: "t", description: "d", prompt: "p" })).toString(
      "base64url",
    );
    const link = { ...at.wish, recipe: `skein://recipe?config=${config}`, params: {} };
    await expect(scheduledRecipe(at.machine, link)).rejects.toThrow("A schedule cannot run a link");
    expect(readFileSync(join(at.path, "tidy.yaml"), "utf8")).toBe(recipe);
  });
});
