import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { Question } from "@skein/protocol";
import { temporaryFolder } from "@skein/test-kit";
import { describe, expect, it } from "vitest";
import { call, family, said, start } from "./set-up.ts";

describe("subagents that work at the same time and want the same", () => {
  it.each(["session", "always"] as const)("are asked once when the answer is for %s", async (allow) => {
    await using folder = await temporaryFolder();
    const { runtime, settings } = family(folder.path, ({ heard, isChild }) => {
      if (!isChild) return heard.length === 0 ? start("left", "right", "middle") : said("all done");
      return heard.length === 0 ? [call("s", "shell", { command: "echo x >> ran" })] : said("done");
    });
    await using _ = runtime;
    const asked: Question[] = [];
    let [open, most] = [0, 0];
    const allOpen = Promise.withResolvers<void>();
    const { agent } = await runtime.open({
      ...settings,
      mode: "smart_approve",
      // The subagents themselves may start without a question.
      rules: [{ tool: "subagent", verdict: "allow" }],
      async ask(question) {
        asked.push(question);
        most = Math.max(most, ++open);
        await allOpen.promise; // no answer before all three have asked
        open -= 1;
        return { allow };
      },
    });
    const run = agent.run("go");
    let seen = 0;
    for await (const event of run) {
      if (event.type === "question" && ++seen === 3) allOpen.resolve();
    }
    expect(await run.result).toMatchObject({ outcome: "done", text: "all done" });
    expect(asked).toHaveLength(1);
    expect(most).toBe(1);
    expect(await readFile(join(folder.path, "ran"), "utf8")).toBe("x\nx\nx\n");
  });
});
