import type { AgentEvent } from "@skein/protocol";
import { hostWith, shell, text } from "@skein/test-host";
import { temporaryFolder } from "@skein/test-kit";
import { describe, expect, it } from "vitest";
import type { SessionNews } from "@skein/host";
import { ownedHere } from "./owned-here.ts";
import { hostBeside, newsUntil } from "./shared-session.ts";

const turns = [[shell("c1", "touch made")], [text("Done.")]];

const answersIn = (news: readonly SessionNews[]) =>
  news.filter((one): one is AgentEvent & { type: "answered" } => one.type === "answered");

describe("that a question was answered", () => {
  it.each([
    [{ by: "a colleague" }, "a colleague"],
    [undefined, "answer"],
  ])("is told to every client of the session, with who answered: %j", async (options, by) => {
    await using folder = await temporaryFolder();
    const { host } = await hostWith(folder.path, turns);
    await using _ = host;
    const wishes = { cwd: folder.path, attended: true, overrides: { mode: "approve" } };
    const session = await host.open(wishes);
    const clients = [newsUntil(session.events()), newsUntil(session.events())];
    const asked = newsUntil(session.events(), ({ type }) => type === "question");
    await session.send("make it");
    const question = (await asked).at(-1) as AgentEvent & { type: "question" };
    await session.answer(question.question.id, { allow: "once" }, options);
    for (const news of await Promise.all(clients))
      expect(answersIn(news)).toMatchObject([
        { questionId: question.question.id, answer: { allow: "once" }, by },
      ]);
  });

  it("names the function that was asked, or whom that function names", async () => {
    for (const [given, by] of [
      [{ allow: "once" }, "ask"],
      [{ answer: { allow: "once" }, by: "the night shift" }, "the night shift"],
    ] as const) {
      await using folder = await temporaryFolder();
      const { host } = await hostWith(folder.path, turns);
      await using _ = host;
      const wishes = { cwd: folder.path, attended: async () => given, overrides: { mode: "approve" } };
      const session = await host.open(wishes);
      const news = newsUntil(session.events());
      await session.send("make it");
      expect(answersIn(await news)).toMatchObject([{ by }]);
    }
  });

  it.each([
    ["a client that does not say who it is", undefined, `process ${process.pid}`],
    ["a client that does", { by: "a colleague" }, "a colleague"],
  ])("is told to the clients of another process, by %s", async (_, options, by) => {
    const shared = await ownedHere(turns, { mode: "approve", until: "question" });
    const wishes = { cwd: shared.folder, session: "shared", attended: false };
    const [first, second] = [await hostBeside(shared), await hostBeside(shared)];
    const [answering, watching] = [await first.open(wishes), await second.open(wishes)];
    const clients = [newsUntil(answering.events()), newsUntil(watching.events())];
    const [question] = await answering.openQuestions();
    await answering.answer(question!.id, { allow: "once" }, options);
    for (const news of await Promise.all(clients))
      expect(answersIn(news)).toMatchObject([{ questionId: question!.id, by }]);
  });

  it("is told with who answered without opening the session", async () => {
    const shared = await ownedHere(turns, { mode: "approve", until: "question" });
    const host = await hostBeside(shared);
    const watching = await host.open({ cwd: shared.folder, session: "shared", attended: false });
    const news = newsUntil(watching.events());
    const [question] = await host.sessions.openQuestions("shared");
    const redactor = { redact: (given: string) => given };
    const given = { answer: { allow: "once" }, by: "session answer", redactor } as const;
    await host.sessions.answer("shared", question!.id, given);
    expect(answersIn(await news)).toMatchObject([{ by: "session answer" }]);
  });
});
