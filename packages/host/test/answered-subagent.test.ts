import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { AssistantPart } from "@skein/protocol";
import type { ScriptedAnswer } from "@skein/provider-replay";
import { hostWith, shell, text } from "@skein/test-host";
import { temporaryFolder } from "@skein/test-kit";
import { expect, it } from "vitest";
import { askingSubagents } from "../src/sessions.ts";

const subagent: AssistantPart = {
  type: "tool-call",
  id: "c0",
  name: "subagent",
  input: { instructions: "make" },
};

/** A parent whose subagents ask and find no one, and their sessions opened as a server opens them. */
async function askingFamily(cwd: string, calls: readonly AssistantPart[], turns: readonly ScriptedAnswer[]) {
  mkdirSync(join(cwd, "home", "config"), { recursive: true });
  writeFileSync(join(cwd, "home", "config", "config.yaml"), 'permissions: { allow: ["subagent"] }\n');
  const { host, notices } = await hostWith(cwd, [calls, ...turns]);
  const overrides = { mode: "smart_approve" };
  const parent = await host.open({ cwd, attended: false, overrides });
  expect(await (await parent.send("go")).result).toMatchObject({ outcome: "needs-input" });
  const asking = await askingSubagents(host.sessions, parent.id);
  const resumesParent = () => ({ attended: true });
  const open = (session: string) => host.open({ cwd, session, attended: true, resumesParent });
  return { host, notices, parent, asking, open };
}

const allow = { allow: "once" } as const;
const second: AssistantPart = { ...subagent, id: "c9" };

it("resumes the parent as soon as the last answer is given in a session of its subagents", async () => {
  await using folder = await temporaryFolder();
  const turns = [
    [shell("c1", "touch made")],
    [shell("c2", "touch made")],
    [text("Made it.")],
    [text("Made it.")],
    [text("All done.")],
  ];
  const { host, parent, asking, open } = await askingFamily(folder.path, [subagent, second], turns);
  await using _ = host;
  expect(asking).toHaveLength(2);
  for (const [at, { session, questions }] of asking.entries()) {
    expect(parent.isRunning()).toBe(false);
    await (await open(session)).answer(questions[0]!.id, allow, { by: "http" });
    expect(parent.isRunning()).toBe(at === 1);
  }
  expect(await (await parent.send()).result).toMatchObject({ outcome: "done", text: "All done." });
});

it("resumes the parent when a run of the subagent's own has ended", async () => {
  await using folder = await temporaryFolder();
  const turns = [[shell("c1", "touch made")], [text("Made it.")], [text("All done.")]];
  const { host, parent, asking, open } = await askingFamily(folder.path, [subagent], turns);
  await using _ = host;
  const child = await open(asking[0]!.session);
  const { result } = await child.send();
  for await (const event of child.events(Infinity))
    if (event.type === "question") {
      await child.answer(event.question.id, allow, { by: "http" });
      break;
    }
  expect(await result).toMatchObject({ outcome: "done", text: "Made it." });
  for await (const event of parent.events(1))
    if (event.type === "outcome" && event.path.length === 0 && event.outcome === "done") break;
  expect(existsSync(join(folder.path, "made"))).toBe(true);
});

it("says why the parent was not resumed", async () => {
  await using folder = await temporaryFolder();
  const turns = [[shell("c1", "touch made")]];
  const { host, notices, asking } = await askingFamily(folder.path, [subagent], turns);
  await using _ = host;
  const { session, questions } = asking[0]!;
  const resumesParent = () => {
    throw new Error("No place for it.");
  };
  const child = await host.open({ cwd: folder.path, session, attended: true, resumesParent });
  await child.answer(questions[0]!.id, allow, { by: "http" });
  expect(notices.at(-1)?.text).toBe(
    `The session that waits for the answer in ${session} was not resumed: No place for it.`,
  );
});

it("continues a parent whose subagent's question was answered in the subagent's own session", async () => {
  await using folder = await temporaryFolder();
  const cwd = folder.path;
  const turns = [[subagent], [shell("c1", "touch made")], [text("Made it.")], [text("All done.")]];
  mkdirSync(join(cwd, "home", "config"), { recursive: true });
  writeFileSync(join(cwd, "home", "config", "config.yaml"), 'permissions: { allow: ["subagent"] }\n');
  const { host } = await hostWith(cwd, turns);
  await using _ = host;
  const wishes = { cwd, attended: false, overrides: { mode: "smart_approve" } };
  const parent = await host.open(wishes);
  expect(await (await parent.send("go")).result).toMatchObject({ outcome: "needs-input" });
  const [asking] = await askingSubagents(host.sessions, parent.id);
  const child = await host.open({ cwd, session: asking!.session, attended: true });
  await child.answer(asking!.questions[0]!.id, { allow: "once" }, { by: "http" });
  const result = await (await parent.send()).result;
  expect(result).toMatchObject({ outcome: "done", text: "All done." });
  expect(existsSync(join(cwd, "made"))).toBe(true);
});
