import { join } from "node:path";
import { existsSync } from "node:fs";
import type { Entry } from "@skein/protocol";
import { collect, temporaryFolder } from "@skein/test-kit";
import { describe, expect, it } from "vitest";
import { openSessions } from "../../src/index.ts";
import { done, setUp, shell } from "../set-up.ts";

const secret = "q8Zr-4kTn-77xW-pLm2";

/** A session of a runtime that has ended, with a question that no one has answered. */
async function askedSession(folder: string) {
  const { runtime, settings } = setUp(folder, [shell("c1", "touch made")]);
  await using _ = runtime;
  const { agent } = await runtime.open({ ...settings, mode: "approve" });
  const { outcome } = await agent.run("make it").result;
  expect(outcome).toBe("needs-input");
  const [question] = await runtime.sessions.openQuestions(agent.session);
  return { session: agent.session, question: question!.id };
}

const answersIn = (entries: readonly Entry[]) => entries.filter(({ kind }) => kind === "answer");

describe("an answer to a question of a process that has ended", () => {
  it("is written where no one is to be told of it", async () => {
    await using folder = await temporaryFolder();
    const { session, question } = await askedSession(folder.path);
    await using sessions = openSessions(folder.path);
    const redactor = { redact: (text: string) => text };
    await sessions.answer(session, question, { answer: { allow: "once" }, by: "a colleague", redactor });
    expect(answersIn(await collect(sessions.entries(session)))).toMatchObject([
      { questionId: question, answer: { allow: "once" }, by: "a colleague" },
    ]);
    expect(await sessions.openQuestions(session)).toEqual([]);
  });

  it("is what the next run continues from", async () => {
    await using folder = await temporaryFolder();
    const { session, question } = await askedSession(folder.path);
    const { runtime, settings } = setUp(folder.path, [done]);
    await using _ = runtime;
    const redactor = await runtime.redactor(folder.path);
    await runtime.sessions.answer(session, question, { answer: { allow: "once" }, by: "test", redactor });
    const { agent } = await runtime.open({ ...settings, mode: "approve", session });
    expect(await agent.run().result).toMatchObject({ outcome: "done" });
    expect(existsSync(join(folder.path, "made"))).toBe(true);
  });

  it.each(["nowhere", "in an agent"])(
    "keeps secrets out of the journal when it is open %s",
    async (where) => {
      await using folder = await temporaryFolder();
      const { session, question } = await askedSession(folder.path);
      const { runtime, settings } = setUp(folder.path, [done]);
      await using _ = runtime;
      if (where === "in an agent") await runtime.open({ ...settings, mode: "approve", session });
      const redactor = { redact: (text: string) => text.replaceAll(secret, "__SECRET_X__") };
      const answer = { deny: `Use ${secret} instead.` };
      await runtime.sessions.answer(session, question, { answer, by: "test", redactor });
      expect(answersIn(await collect(runtime.sessions.entries(session)))).toMatchObject([
        { answer: { deny: "Use __SECRET_X__ instead." } },
      ]);
    },
  );
});
