import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import type { Question } from "@skein/protocol";
import { temporaryFolder } from "@skein/test-kit";
import { describe, expect, it } from "vitest";
import { done, setUp, use } from "./set-up.ts";

/** Ids of calls must differ. */
const numbered = (turns: readonly ReturnType<typeof use>[]) =>
  turns.map((parts, turn) => parts.map((part) => ({ ...part, id: `call-${turn}` })));

describe("background jobs of an agent", () => {
  it("are looked at without approval, and typed into with one that says into what", async () => {
    await using folder = await temporaryFolder();
    // It only reads, so starting it is not asked about either.
    const command = 'while read line; do echo "got $line"; done';
    const calls = numbered([
      use("shell", { command, background: true }),
      use("job", { id: "1" }),
      use("job", { id: "1", input: "this\n", wait_for: "got" }),
      use("job", { id: "1", end: true }),
    ]);
    const { runtime, settings, model } = setUp(folder.path, [...calls, done]);
    await using _ = runtime;
    const asked: Question[] = [];
    const { agent, jobs } = await runtime.open({
      ...settings,
      mode: "smart_approve",
      ask: async (question) => {
        asked.push(question);
        return { allow: "once" };
      },
    });
    expect((await agent.run("go").result).outcome).toBe("done");
    expect(asked).toMatchObject([{ tool: "job_input", preview: `Into job 1 (${command}):\nthis\n` }]);
    expect(JSON.stringify(model.requests.at(-1))).toContain("got this");
    expect(jobs.list()).toMatchObject([{ id: "1", end: { by: "model" } }]);
    expect(readdirSync(join(folder.path, "jobs"), { recursive: true })).toEqual([]);
  });

  it.each(["background", "pty"])(
    "are refused where everything must be possible to undo (%s)",
    async (how) => {
      await using folder = await temporaryFolder();
      const { runtime, settings, model } = setUp(folder.path, [
        use("shell", { command: "touch made; sleep 60", [how]: true }),
        done,
      ]);
      await using _ = runtime;
      const { agent } = await runtime.open({ ...settings, mode: "auto", checkpoints: "required" });
      await agent.run("go").result;
      expect(JSON.stringify(model.requests.at(-1))).toContain(
        "its background job may go on writing after the run",
      );
      expect(existsSync(join(folder.path, "made"))).toBe(false);
    },
  );
});
