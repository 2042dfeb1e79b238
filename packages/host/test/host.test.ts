import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { scriptedModel, type Answer } from "@skein/provider-replay";
import type { AssistantPart } from "@skein/protocol";
import { temporaryFolder } from "@skein/test-kit";
import { describe, expect, it } from "vitest";
import { openHost, type HostNotice, type SessionNews } from "../src/index.ts";
import type { KnownProvider } from "../src/providers.ts";
import { machineOf } from "./machine-of.ts";

const text = (said: string): AssistantPart => ({ type: "text", text: said });
const shell = (id: string, command: string): AssistantPart => ({
  type: "tool-call",
  id,
  name: "shell",
  input: { command },
});

/** A model that says these turns, one after the other, in all sessions together. */
function provider(turns: readonly Answer[], delayMs = 0): KnownProvider {
  const model = scriptedModel(turns, { id: "m", delayMs });
  return {
    load: async () => ({
      id: "scripted",
      model: () => model,
      models: async () => [],
      prepare: async () => undefined,
      check: async () => undefined,
    }),
    description: "",
    keyVariables: [],
    defaultModel: "m",
  };
}

async function hostWith(folder: string, turns: readonly Answer[], delayMs?: number) {
  const notices: HostNotice[] = [];
  const machine = machineOf(folder, { SKEIN_PROVIDER: "scripted" });
  const notify = (notice: HostNotice) => void notices.push(notice);
  const host = await openHost({
    ...machine,
    providers: { scripted: provider(turns, delayMs) },
    notify,
  });
  return { host, notices };
}

/** What a client is told up to and with the first news that `isLast` says yes to. */
async function until(
  news: AsyncIterable<SessionNews>,
  isLast: (one: SessionNews) => boolean = ({ type }) => type === "outcome",
): Promise<readonly SessionNews[]> {
  const seen: SessionNews[] = [];
  for await (const one of news) {
    seen.push(one);
    if (isLast(one)) break;
  }
  return seen;
}

function seqOf(one: SessionNews): number | undefined {
  if (one.type === "entry") return one.entry.seq;
  return one.path.length === 0 ? one.seq : undefined;
}

const seqs = (news: readonly SessionNews[]) => news.flatMap((one) => seqOf(one) ?? []);

describe("a live session", () => {
  it("is begun by a message, tells every client what happens, and ends as its run does", async () => {
    await using folder = await temporaryFolder();
    const { host } = await hostWith(folder.path, [[text("Hello to you.")]]);
    await using _ = host;
    const session = await host.open({ cwd: folder.path, attended: false });
    const clients = [until(session.events()), until(session.events())];
    const result = await session.send("hello");
    expect(result).toMatchObject({ outcome: "done", text: "Hello to you.", session: session.id });
    const [one, other] = await Promise.all(clients);
    expect(one).toEqual(other);
    expect(one?.map(({ type }) => type)).toEqual(
      expect.arrayContaining(["run-start", "text-delta", "message", "outcome"]),
    );
  });

  it("tells a client that comes back at any entry the rest, each thing once", async () => {
    await using folder = await temporaryFolder();
    const turns = [[text("One."), shell("c1", "echo 1")], [text("Two.")], [text("Three.")]];
    const { host } = await hostWith(folder.path, turns);
    await using _ = host;
    const session = await host.open({ cwd: folder.path, attended: false, overrides: { mode: "auto" } });
    await session.send("first");
    await session.send("second");
    const entries: number[] = [];
    for await (const { seq } of host.sessions.entries(session.id)) entries.push(seq);
    const whole = seqs(await until(session.events()));
    for (const from of entries.slice(0, -1)) {
      const told = await until(session.events(from));
      expect(seqs(told).toSorted((a, b) => a - b)).toEqual(seqs(told));
      expect(seqs(told)).toEqual(whole.filter((seq) => seq > from));
      expect(told.at(-1)?.type).toBe("outcome");
    }
  });

  it("holds what is asked open for any client to answer", async () => {
    await using folder = await temporaryFolder();
    const { host } = await hostWith(folder.path, [[shell("c1", "touch made")], [text("Done.")]]);
    await using _ = host;
    const session = await host.open({ cwd: folder.path, attended: true, overrides: { mode: "approve" } });
    const asked = until(session.events(), ({ type }) => type === "question");
    const result = session.send("make it");
    const question = (await asked).at(-1);
    if (question?.type !== "question") throw new Error("nothing was asked");
    await session.answer(question.question.id, { allow: "once" });
    expect(await result).toMatchObject({ outcome: "done", text: "Done." });
    await expect(session.answer(question.question.id, { allow: "once" })).rejects.toMatchObject({
      code: "not-asked",
    });
  });

  it("that nobody attends ends as needs-input at a question, and goes on from an answer", async () => {
    await using folder = await temporaryFolder();
    const { host } = await hostWith(folder.path, [[shell("c1", "touch made")], [text("Done.")]]);
    await using _ = host;
    const session = await host.open({ cwd: folder.path, attended: false, overrides: { mode: "approve" } });
    expect(await session.send("make it")).toMatchObject({ outcome: "needs-input" });
    const [question] = await session.openQuestions();
    await session.answer(question?.id ?? "", { allow: "once" });
    expect(await session.send()).toMatchObject({ outcome: "done", text: "Done." });
  });

  it("takes messages into the run that is on", async () => {
    await using folder = await temporaryFolder();
    const turns = [[shell("c1", "sleep 0.3")], [text("Both.")], [text("And that.")]];
    const { host } = await hostWith(folder.path, turns);
    await using _ = host;
    const session = await host.open({ cwd: folder.path, attended: false, overrides: { mode: "auto" } });
    const started = until(session.events(), ({ type }) => type === "tool-start");
    const first = session.send("one");
    await started;
    await session.steer("another");
    expect(await session.send("last")).toBe(await first);
    const told = await until(session.events());
    expect(told.filter(({ type }) => type === "steered")).toHaveLength(2);
  });

  it("stops when it is interrupted, and is free for the next message", async () => {
    await using folder = await temporaryFolder();
    const turns = [[shell("c1", "sleep 30")], [text("Again.")]];
    const { host } = await hostWith(folder.path, turns);
    await using _ = host;
    const session = await host.open({ cwd: folder.path, attended: false, overrides: { mode: "auto" } });
    expect(session.interrupt()).toBe(false);
    const started = until(session.events(), ({ type }) => type === "tool-start");
    const first = session.send("one");
    await started;
    expect(session.interrupt()).toBe(true);
    expect(await first).toMatchObject({ outcome: "cancelled" });
    expect(await session.send("two")).toMatchObject({ outcome: "done", text: "Again." });
  });

  it("ends its clients when it is closed, and gives the session free", async () => {
    await using folder = await temporaryFolder();
    const { host } = await hostWith(folder.path, [[text("One.")], [text("Two.")]]);
    await using _ = host;
    const session = await host.open({ cwd: folder.path, attended: false });
    await session.send("one");
    const client = until(session.events(), () => false);
    await session.close();
    expect((await client).at(-1)?.type).toBe("outcome");
    expect(host.live()).toEqual([]);
    const again = await host.open({ cwd: folder.path, attended: false, session: session.id });
    expect(await again.send("two")).toMatchObject({ outcome: "done", text: "Two." });
    expect((await until(again.events())).some(({ type }) => type === "entry")).toBe(true);
  });
});

describe("a host", () => {
  it("holds sessions in several folders at once, each by the settings of its own", async () => {
    await using folder = await temporaryFolder();
    const { host } = await hostWith(folder.path, [[text("Yes.")], [text("Yes.")]]);
    await using _ = host;
    const places = ["a", "b"].map((name) => join(folder.path, name));
    for (const place of places) mkdirSync(place);
    const sessions = await Promise.all(
      places.map((cwd, at) =>
        host.open({ cwd, attended: false, overrides: { mode: at === 0 ? "plan" : "auto" } }),
      ),
    );
    expect(sessions.map((session) => session.settings().mode)).toEqual(["plan", "auto"]);
    const results = await Promise.all(sessions.map((session) => session.send("there?")));
    expect(results.map(({ outcome }) => outcome)).toEqual(["done", "done"]);
    expect(host.live().toSorted()).toEqual(sessions.map(({ id }) => id).toSorted());
  });

  it("hands out the same session to all who ask for it at once", async () => {
    await using folder = await temporaryFolder();
    const { host } = await hostWith(folder.path, []);
    await using _ = host;
    const wish = { cwd: folder.path, attended: true, session: "20260101-000000-abcdef" };
    const [one, other] = await Promise.all([host.open(wish), host.open(wish)]);
    expect(one).toBe(other);
  });

  it("rejects what cannot be opened, and keeps nothing of it", async () => {
    await using folder = await temporaryFolder();
    const { host } = await hostWith(folder.path, []);
    await using _ = host;
    const refused = host.open({ cwd: folder.path, attended: true, overrides: { mode: "never" } });
    await expect(refused).rejects.toMatchObject({ name: "ConfigError" });
    expect(host.live()).toEqual([]);
  });
});

it("names the project that could be trusted, also from a folder within it", async () => {
  await using folder = await temporaryFolder();
  const project = join(folder.path, "project");
  const cwd = join(project, "src");
  for (const path of [cwd, join(project, ".git"), join(project, ".skein", "providers")])
    mkdirSync(path, { recursive: true });
  writeFileSync(join(project, ".skein", "config.yaml"), "mode: plan\n");
  writeFileSync(join(project, ".skein", "providers", "theirs.yaml"), "name: theirs\n");
  const { host, notices } = await hostWith(folder.path, []);
  await using _ = host;
  await host.open({ cwd, attended: false });
  expect(notices).toContainEqual({
    text: `${join(project, ".skein", "providers")} does not count: the project is not trusted.`,
    nextStep: { do: "trust-folder", folder: project },
  });
});
