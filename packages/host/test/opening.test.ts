import { readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Entry, Question } from "@skein/protocol";
import type { AgentSettings } from "@skein/runtime";
import { hostWith, shell, text } from "@skein/test-host";
import { temporaryFolder } from "@skein/test-kit";
import { describe, expect, it } from "vitest";
import type { Host, LiveSession } from "../src/index.ts";
import { chooseSession, collectEntries, openEndOf } from "../src/sessions.ts";
import { openInTime } from "../src/sessions/live/open-in-time.ts";

/** A server that says nothing. */
const silent = { name: "silent", command: process.execPath, args: ["-e", "setInterval(() => {}, 1000)"] };
const auto = { mode: "auto" };

async function resultOf(session: LiveSession, input?: string) {
  return (await session.send(input)).result;
}

/** Of the session's newest run: all of its events. */
async function eventsOf(session: LiveSession, input?: string) {
  const events = session.events(Infinity);
  const taken = session.send(input);
  const seen = [];
  for await (const news of events) {
    seen.push(news);
    if (news.type === "outcome") break;
  }
  return { seen, result: await (await taken).result };
}

const entriesOf = (host: Host, session: string): Promise<readonly Entry[]> =>
  collectEntries(host.sessions.entries(session));

describe("a session that is prepared", () => {
  it("says which tools it has and who answers, and writes nothing", async () => {
    await using folder = await temporaryFolder();
    const { host } = await hostWith(folder.path, [[text("Hello.")]]);
    await using _ = host;
    const session = await host.open({ cwd: folder.path, attended: false, overrides: { lead: "big" } });
    const { tools, answering } = await session.prepare();
    expect(tools).toContain("shell");
    expect(answering).toEqual({ provider: "scripted", model: "big", role: "lead" });
    expect(await entriesOf(host, session.id)).toEqual([]);
    expect(await resultOf(session, "hello")).toMatchObject({ outcome: "done" });
  });

  it("is not, when it is interrupted while an extension starts, and can be later", async () => {
    await using folder = await temporaryFolder();
    const { host } = await hostWith(folder.path, []);
    await using _ = host;
    const session = await host.open({ cwd: folder.path, attended: false, servers: [silent] });
    const ready = session.prepare();
    expect(session.interrupt("Enough.")).toBe(true);
    await expect(ready).rejects.toMatchObject({ code: "interrupted", message: "Enough." });
    expect(session.interrupt()).toBe(false);
    const sent = session.send("hello");
    expect(session.interrupt()).toBe(true);
    await expect(sent).rejects.toMatchObject({ name: "NotStartedError", code: "interrupted" });
  });

  it("is not, when the time limit that began before has ended", async () => {
    await using folder = await temporaryFolder();
    const { host } = await hostWith(folder.path, []);
    await using _ = host;
    const session = await host.open({
      cwd: folder.path,
      attended: false,
      servers: [silent],
      overrides: { maxTimeMs: "60s" },
      countedFrom: Date.now() - 60_000,
    });
    await expect(session.prepare()).rejects.toMatchObject({
      code: "max-time",
      message: "The time limit of 60 s was reached before the extensions could be started.",
      nextStep: { do: "raise-time-limit" },
    });
  });

  it("says when the time limit ends while extensions start", async () => {
    const { signal } = new AbortController();
    const starting = {
      open: (_settings: AgentSettings, stopped?: AbortSignal) =>
        new Promise<never>((_resolve, reject) => {
          stopped?.addEventListener("abort", () => reject(stopped.reason as Error));
        }),
    };
    const settings = { limits: { maxTimeMs: 60_000 } } as AgentSettings;
    const countedFrom = Date.now() - 59_000;
    await expect(openInTime(starting, settings, { signal, countedFrom })).rejects.toMatchObject({
      message: "The time limit of 60 s was reached while the extensions were starting.",
    });
  });

  it("has the time limit of the first run alone count from the given moment", async () => {
    await using folder = await temporaryFolder();
    const turns = [[shell("c1", "sleep 1.5")], [text("Long.")], [shell("c2", "sleep 30")]];
    const { host } = await hostWith(folder.path, turns);
    await using _ = host;
    const overrides = { ...auto, maxTimeMs: "1s" };
    const countedFrom = Date.now() + 3_600_000;
    const session = await host.open({ cwd: folder.path, attended: false, overrides, countedFrom });
    expect(await resultOf(session, "go")).toMatchObject({ outcome: "done" });
    expect(await resultOf(session, "on")).toMatchObject({ outcome: "limit", error: { code: "max-time" } });
  });
});

describe("a fork of a live session", () => {
  it("is open with the same settings, begins as the session does, and leaves it alone", async () => {
    await using folder = await temporaryFolder();
    const { host } = await hostWith(folder.path, [[text("One.")], [text("Two.")]]);
    await using _ = host;
    const session = await host.open({ cwd: folder.path, attended: false, overrides: { mode: "plan" } });
    await resultOf(session, "one");
    const before = await entriesOf(host, session.id);
    const fork = await session.fork();
    expect(fork.settings()).toEqual({ ...session.settings(), session: fork.id });
    expect(host.live().toSorted()).toEqual([session.id, fork.id].toSorted());
    expect(await resultOf(fork, "two")).toMatchObject({ session: fork.id, text: "Two." });
    expect(await entriesOf(host, session.id)).toEqual(before);
    expect((await entriesOf(host, fork.id)).filter(({ kind }) => kind === "user-message")).toHaveLength(2);
    await fork.close();
    expect(host.live()).toEqual([session.id]);
  });
});

describe("somebody who is there", () => {
  it("is asked by the function that was given, unless a client is faster", async () => {
    await using folder = await temporaryFolder();
    const turns = [[shell("c1", "touch one")], [shell("c2", "touch two")], [text("Done.")]];
    const { host } = await hostWith(folder.path, turns);
    await using _ = host;
    const asked: string[] = [];
    const attended = async (question: Question, signal: AbortSignal) => {
      asked.push(question.kind);
      if (asked.length === 1) return { allow: "once" } as const;
      void session.answer(question.id, { allow: "once" });
      return new Promise<never>((_resolve, reject) =>
        signal.addEventListener("abort", () => reject(signal.reason)),
      );
    };
    const session = await host.open({ cwd: folder.path, attended, overrides: { mode: "approve" } });
    expect(await resultOf(session, "go")).toMatchObject({ outcome: "done", toolCalls: 2 });
    expect(asked).toEqual(["approval", "approval"]);
  });
});

describe("what a kill left open", () => {
  it("is told with the run that goes on, once that has begun", async () => {
    await using folder = await temporaryFolder();
    const { host: first } = await hostWith(folder.path, [[shell("c1", "echo hi")], [text("Done.")]]);
    const started = await first.open({ cwd: folder.path, attended: false, overrides: auto });
    await resultOf(started, "go");
    const entries = await entriesOf(first, started.id);
    const intent = entries.find(({ kind }) => kind === "tool-intent")?.seq ?? 0;
    await first.close();
    const { host } = await hostWith(folder.path, [[text("Seen.")]]);
    await using _ = host;
    // A fork that ends with the call's intent is as a session whose process was killed then.
    const id = await host.sessions.fork(started.id, { at: intent });
    expect(await openEndOf(host.sessions, id)).toMatchObject({ calls: ["c1"] });
    const answered = entries.find(({ kind, seq }) => kind === "assistant-message" && seq > intent)?.seq;
    const unfinished = await host.sessions.fork(started.id, { at: answered ?? 0 });
    expect(await openEndOf(host.sessions, unfinished)).toMatchObject({
      why: "The last run was cut off before its end.",
    });
    expect(await openEndOf(host.sessions, started.id)).toBeUndefined();
    const session = await host.open({ cwd: folder.path, attended: false, session: id, overrides: auto });
    const { seen, result } = await eventsOf(session);
    expect(result).toMatchObject({ outcome: "done", text: "Seen." });
    const told = seen.map((news) => ("callId" in news ? `${news.type} ${news.callId}` : news.type));
    expect(told.slice(0, 2)).toEqual(["run-start", "tool-start c1"]);
    expect(told.indexOf("tool-end c1")).toBeLessThan(told.indexOf("turn-start"));
    // A client that comes back to the middle of the history is told everything from there.
    const again = [];
    for await (const news of session.events(intent - 1)) {
      again.push(news.type === "entry" ? news.entry.seq : news.type);
      if (news.type === "outcome") break;
    }
    expect(again.slice(0, 1)).toEqual([intent]);
    expect(again).toContain("run-start");
  });
});

describe("the session to resume", () => {
  it("is the one with the id, else the last of the name, else the last of the folder", async () => {
    await using folder = await temporaryFolder();
    const { host } = await hostWith(folder.path, [[text("One.")], [text("Two.")]]);
    await using _ = host;
    const cwd = folder.path;
    const missing = { code: "not-found", nextStep: { do: "start-session" } };
    await expect(chooseSession(host.sessions, { cwd })).rejects.toMatchObject(missing);
    const named = await host.open({ cwd, attended: false, name: "heron" });
    await resultOf(named, "one");
    const last = await host.open({ cwd, attended: false });
    await resultOf(last, "two");
    const ids = [{ cwd, id: named.id }, { cwd, name: "heron" }, { cwd }].map(
      async (choice) => (await chooseSession(host.sessions, choice)).session,
    );
    expect(await Promise.all(ids)).toEqual([named.id, named.id, last.id]);
    await expect(chooseSession(host.sessions, { cwd, id: "none" })).rejects.toMatchObject(missing);
  });
});

describe("a recipe", () => {
  it("is opened by the host, and its work is a session", async () => {
    await using folder = await temporaryFolder();
    writeFileSync(
      join(folder.path, "paint.yaml"),
      'title: Paint\ndescription: d\nextensions: []\nprompt: "Paint it {{ colour }}"\nsettings: { max_turns: 7 }\n' +
        "parameters: [{ key: colour, input_type: string, requirement: required, description: Which }]\n",
    );
    const { host } = await hostWith(folder.path, [[text("Painted.")]]);
    await using _ = host;
    const cwd = folder.path;
    const recipe = await host.openRecipe({
      recipe: "paint.yaml",
      cwd,
      folder: cwd,
      params: { colour: "red" },
      subRecipes: [],
      trustHashes: [],
    });
    expect(recipe.input(undefined)).toContain("Paint it red");
    const session = await host.open({ cwd, attended: false, recipe });
    expect(session.settings()).toMatchObject({ interaction: "execute", limits: { maxTurns: 7 } });
    const overridden = await host.open({ cwd, attended: false, recipe, overrides: { maxTurns: "3" } });
    expect(overridden.settings()).toMatchObject({ limits: { maxTurns: 3 } });
    expect(await resultOf(session, recipe.input(undefined))).toMatchObject({ text: "Painted." });
  });
});

it("refuses to be the slot of a schedule that there is not", async () => {
  await using folder = await temporaryFolder();
  const { host } = await hostWith(folder.path, []);
  await using _ = host;
  const opening = host.open({ cwd: folder.path, attended: false, schedule: "none" });
  await expect(opening).rejects.toMatchObject({ code: "usage", nextStep: { do: "run-schedule" } });
  expect(readdirSync(folder.path)).toContain("home");
});
