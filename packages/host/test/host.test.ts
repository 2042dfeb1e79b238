import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Entry, RunResult } from "@skein/protocol";
import { emptyView, viewOfEntries, viewReducer } from "@skein/session-view";
import { hostWith, shell, text } from "@skein/test-host";
import { temporaryFolder } from "@skein/test-kit";
import { describe, expect, it } from "vitest";
import type { LiveSession, SessionNews } from "../src/index.ts";

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

/** How the run ends that takes the message. */
async function resultOf(session: LiveSession, input?: string): Promise<RunResult> {
  return (await session.send(input)).result;
}

const seqs = (news: readonly SessionNews[]) => news.flatMap((one) => seqOf(one) ?? []);

describe("a live session", () => {
  it("is begun by a message, tells every client what happens, and ends as its run does", async () => {
    await using folder = await temporaryFolder();
    const { host } = await hostWith(folder.path, [[text("Hello to you.")]]);
    await using _ = host;
    const session = await host.open({ cwd: folder.path, attended: false });
    const clients = [until(session.events()), until(session.events())];
    const { result } = await session.send("hello");
    expect(await result).toMatchObject({ outcome: "done", text: "Hello to you.", session: session.id });
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
    await resultOf(session, "first");
    await resultOf(session, "second");
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
    const result = resultOf(session, "make it");
    const question = (await asked).at(-1);
    if (question?.type !== "question") throw new Error("nothing was asked");
    await session.answer(question.question.id, { allow: "once" });
    expect(await result).toMatchObject({ outcome: "done", text: "Done." });
    await expect(session.answer(question.question.id, { allow: "once" })).rejects.toMatchObject({
      code: "not-asked",
    });
  });

  it("that no one attends ends as needs-input at a question, and continues from an answer", async () => {
    await using folder = await temporaryFolder();
    const { host } = await hostWith(folder.path, [[shell("c1", "touch made")], [text("Done.")]]);
    await using _ = host;
    const session = await host.open({ cwd: folder.path, attended: false, overrides: { mode: "approve" } });
    expect(await resultOf(session, "make it")).toMatchObject({ outcome: "needs-input" });
    const [question] = await session.openQuestions();
    await session.answer(question?.id ?? "", { allow: "once" });
    expect(await resultOf(session)).toMatchObject({ outcome: "done", text: "Done." });
  });

  it("takes messages into the run that is on", async () => {
    await using folder = await temporaryFolder();
    const turns = [[shell("c1", "sleep 0.3")], [text("Both.")], [text("And that.")]];
    const { host } = await hostWith(folder.path, turns);
    await using _ = host;
    const session = await host.open({ cwd: folder.path, attended: false, overrides: { mode: "auto" } });
    const started = until(session.events(), ({ type }) => type === "tool-start");
    const first = await session.send("one");
    expect(first.isQueued).toBe(false);
    await started;
    await session.steer("another");
    const last = await session.send("last");
    expect(last).toMatchObject({ run: first.run, isQueued: true });
    expect(await last.result).toBe(await first.result);
    const told = await until(session.events());
    expect(told.filter(({ type }) => type === "steered")).toHaveLength(2);
  });

  it("tells every client what is changed between runs", async () => {
    await using folder = await temporaryFolder();
    const { host } = await hostWith(folder.path, [[text("One.")], [text("Two.")]]);
    await using _ = host;
    const session = await host.open({ cwd: folder.path, attended: false });
    const client = until(session.events(), (one) => one.type === "outcome" && one.turns === 2);
    await session.setMode("auto");
    await resultOf(session, "one");
    await host.sessions.rename(session.id, "Numbers");
    await session.setModel("scripted", "m");
    await host.sessions.undo(session.id);
    const told = until(session.events(), ({ type }) => type === "rewound");
    expect((await told).map(({ type }) => type)).toEqual(expect.arrayContaining(["name", "settings"]));
    await session.setMode("plan");
    await resultOf(session, "two");
    void session.close();
    const news = await client;
    const entries: Entry[] = [];
    for await (const entry of host.sessions.entries(session.id)) entries.push(entry);
    expect(entries[0]).toMatchObject({ kind: "session-start" });
    expect(news.filter(({ type }) => type === "name")).toHaveLength(2);
    const { facts, conversation } = news.reduce(
      (view, one) => viewReducer(view, one.type === "entry" ? one.entry : one),
      emptyView(),
    );
    const changed = { name: { name: "Numbers", by: "user" }, mode: "plan", provider: "replay", model: "m" };
    expect(facts).toMatchObject(changed);
    expect(viewOfEntries(entries).facts).toMatchObject(changed);
    expect(conversation.groups.flat().filter(({ type }) => type === "message")).toHaveLength(1);
    expect(seqs(news).toSorted((a, b) => a - b)).toEqual(seqs(news));
  });

  it("changes its effort while it runs and between runs, tells every client, and keeps it when it is resumed", async () => {
    await using folder = await temporaryFolder();
    const { host } = await hostWith(folder.path, [[shell("c1", "true")], [text("One.")], [text("Two.")]]);
    await using _ = host;
    const wishes = { cwd: folder.path, attended: false, overrides: { mode: "auto" } } as const;
    const session = await host.open(wishes);
    const client = until(session.events(), (one) => one.type === "outcome" && one.turns === 1);
    await session.setEffort("low");
    const started = until(session.events(), ({ type }) => type === "tool-start");
    const one = resultOf(session, "one");
    await started;
    await session.setEffort("high");
    await one;
    await session.setEffort("max");
    await resultOf(session, "two");
    await expect(session.setEffort("huge")).rejects.toMatchObject({
      code: "usage",
      message: 'replay/m has no effort "huge".',
      hint: "It takes none, low, medium, high, max, default.",
    });
    const entries = await Array.fromAsync(host.sessions.entries(session.id));
    const asked = entries.flatMap((entry) => (entry.kind === "model-request" ? [entry.options.effort] : []));
    expect(asked).toEqual(["low", "high", "max"]);
    const news = await client;
    const told = news.flatMap((event) => (event.type === "settings" ? [event.effort] : []));
    expect(told).toEqual(expect.arrayContaining(["low", "high", "max"]));
    expect(viewOfEntries(entries).facts.effort).toBe("max");
    await session.close();
    const again = await host.open({ ...wishes, session: session.id });
    expect(again.settings().options).toEqual({ effort: "max" });
    const other = await host.open({ ...wishes, session: session.id, overrides: { effort: "low" } });
    expect(other).toBe(again);
    await again.setEffort("default");
    expect(again.settings().options).toEqual({});
  });

  it("stops when it is interrupted, and is free for the next message", async () => {
    await using folder = await temporaryFolder();
    const turns = [[shell("c1", "sleep 30")], [text("Again.")]];
    const { host } = await hostWith(folder.path, turns);
    await using _ = host;
    const session = await host.open({ cwd: folder.path, attended: false, overrides: { mode: "auto" } });
    expect(session.interrupt()).toBe(false);
    const started = until(session.events(), ({ type }) => type === "tool-start");
    const first = resultOf(session, "one");
    await started;
    expect(session.interrupt()).toBe(true);
    expect(await first).toMatchObject({ outcome: "cancelled" });
    expect(await resultOf(session, "two")).toMatchObject({ outcome: "done", text: "Again." });
  });

  it("ends its clients when it is closed, and gives the session free", async () => {
    await using folder = await temporaryFolder();
    const { host } = await hostWith(folder.path, [[text("One.")], [text("Two.")]]);
    await using _ = host;
    const session = await host.open({ cwd: folder.path, attended: false });
    await resultOf(session, "one");
    const client = until(session.events(), () => false);
    await session.close();
    expect((await client).at(-1)?.type).toBe("outcome");
    expect(host.live()).toEqual([]);
    const again = await host.open({ cwd: folder.path, attended: false, session: session.id });
    expect(await resultOf(again, "two")).toMatchObject({ outcome: "done", text: "Two." });
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
    const results = await Promise.all(sessions.map((session) => resultOf(session, "there?")));
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
