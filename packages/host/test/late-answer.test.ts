import { hostWith, shell, text } from "@skein/test-host";
import { temporaryFolder } from "@skein/test-kit";
import { expect, it } from "vitest";
import type { SessionNews } from "../src/index.ts";

it("tells the clients of a session that has no open agent of an answer that its host takes", async () => {
  await using folder = await temporaryFolder();
  const turns = [[shell("c1", "touch made")], [text("Done.")]];
  const cwd = folder.path;
  const { host } = await hostWith(cwd, turns);
  await using _ = host;
  const wishes = { cwd, attended: false, overrides: { mode: "approve" } };
  const asked = await host.open(wishes);
  const { outcome } = await (await asked.send("make it")).result;
  expect(outcome).toBe("needs-input");
  await asked.close();
  const resumed = await host.open({ ...wishes, session: asked.id });
  const [question] = await resumed.openQuestions();
  const told: SessionNews[] = [];
  const reading = (async () => {
    for await (const news of resumed.events(Infinity)) told.push(news);
  })();
  await host.sessions.answer(asked.id, question!.id, {
    answer: { allow: "once" },
    by: "a colleague",
    redactor: { redact: (given) => given },
  });
  const result = await (await resumed.send()).result;
  expect(result).toMatchObject({ outcome: "done", text: "Done." });
  await resumed.close();
  await reading;
  expect(told.filter(({ type }) => type === "answered")).toMatchObject([
    { questionId: question!.id, answer: { allow: "once" }, by: "a colleague", path: [], session: asked.id },
  ]);
  expect(told.findIndex(({ type }) => type === "answered")).toBeLessThan(
    told.findIndex(({ type }) => type === "run-start"),
  );
});
