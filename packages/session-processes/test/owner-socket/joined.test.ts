import { existsSync } from "node:fs";
import { join } from "node:path";
import type { Question } from "@skein/protocol";
import { shell, text } from "@skein/test-host";
import type { SessionNews } from "@skein/host";
import { describe, expect, it } from "vitest";
import { joined, ownedHere } from "./owned-here.ts";
import { newsUntil } from "./shared-session.ts";

const touch = [[shell("c1", "touch made")], [text("Done.")]];
const asking = { mode: "approve", until: "question" } as const;

describe("a session that is joined", () => {
  it("has the settings of its owner, and is running there", async () => {
    const { folder, own } = await ownedHere(touch, asking);
    const { session } = await joined(folder);
    expect(session).toMatchObject({ id: "shared", owner: { pid: process.pid } });
    expect(session.settings()).toMatchObject({
      cwd: folder,
      provider: "scripted",
      model: "m",
      mode: "approve",
    });
    expect(session.isRunning()).toBe(true);
    expect(await session.openQuestions()).toEqual(await own.openQuestions());
  });

  it("is answered, and its run goes on", async () => {
    const { folder } = await ownedHere(touch, asking);
    const { session } = await joined(folder);
    const news = newsUntil(session.events());
    const [question] = await session.openQuestions();
    await session.answer(question!.id, { allow: "once" });
    expect((await news).at(-1)).toMatchObject({ type: "outcome", outcome: "done" });
    expect(existsSync(join(folder, "made"))).toBe(true);
    await expect(session.answer(question!.id, { allow: "once" })).rejects.toMatchObject({
      code: "not-asked",
    });
  });

  it("is changed at its owner by each call", async () => {
    const { folder, own } = await ownedHere([[text("One.")], [text("A summary.")]]);
    const { host, session } = await joined(folder);
    await session.rename("cart");
    await session.setMode("plan");
    await session.setModel("scripted", "other");
    expect(own.settings()).toMatchObject({ name: "cart", mode: "plan", model: "other" });
    expect(session.settings()).toMatchObject({ name: "cart", mode: "plan", model: "other" });
    await session.setEffort("high");
    expect(own.settings().options).toMatchObject({ effort: "high" });
    await expect.poll(() => session.settings().options).toMatchObject({ effort: "high" });
    const note = `It is long: ${"x".repeat(2000)}`;
    await session.note(note);
    const entries = await Array.fromAsync(host.sessions.entries("shared"));
    expect(entries.at(-1)).toMatchObject({ kind: "notice", text: note });
    expect(await session.prepare()).toMatchObject({ answering: { provider: "scripted", model: "other" } });
    expect(await session.jobs()).toEqual([]);
    expect(await session.endJob("none")).toBe(false);
    expect(await session.prompts()).toEqual(await own.prompts());
    expect(await session.completeMention("@dev")).toEqual(await own.completeMention("@dev"));
    await expect(session.setMode("none")).rejects.toMatchObject({ name: "ConfigError" });
    expect(session.settings().mode).toBe("plan");
  });

  it("takes messages, and tells how their run ends", async () => {
    const { folder } = await ownedHere([[text("One.")], [text("Two.")]]);
    const { session } = await joined(folder);
    const seen = newsUntil(session.events(Infinity));
    const taken = await session.send("and now?");
    expect(taken.isQueued).toBe(false);
    expect(await taken.result).toMatchObject({ outcome: "done", text: "Two.", session: "shared" });
    expect((await seen).find(({ type }) => type === "run-start")).toMatchObject({ run: taken.run });
  });

  it("is steered and interrupted", async () => {
    const { folder } = await ownedHere([[shell("c1", "sleep 30")]], { until: "tool-start" });
    const { session } = await joined(folder);
    const taken = await session.steer("stop that");
    expect(taken.isQueued).toBe(true);
    expect(session.interrupt("Enough.")).toBe(true);
    expect(await taken.result).toMatchObject({ outcome: "cancelled" });
  });

  it("asks somebody here from the first question on, until it is answered elsewhere", async () => {
    const { folder, own } = await ownedHere([[shell("c1", "true")], ...touch], asking);
    const asked: { readonly question: Question; readonly signal: AbortSignal }[] = [];
    await joined(folder, {
      attended: (question: Question, signal: AbortSignal) => {
        asked.push({ question, signal });
        return new Promise((_, reject) => signal.addEventListener("abort", () => reject(signal.reason)));
      },
    });
    await expect.poll(() => asked.length).toBe(1);
    const news = newsUntil(own.events());
    await own.answer(asked[0]!.question.id, { allow: "once" });
    await expect.poll(() => asked.length).toBe(2);
    expect(asked.map(({ signal }) => signal.aborted)).toEqual([true, false]);
    await own.answer(asked[1]!.question.id, { deny: "No." });
    await news;
    await expect.poll(() => asked[1]!.signal.aborted).toBe(true);
  });

  it("is answered by the function that is asked here, with its name", async () => {
    const { folder, own } = await ownedHere(touch, asking);
    const news = newsUntil(own.events());
    await joined(folder, { attended: async () => ({ allow: "once" }) });
    expect((await news).find(({ type }) => type === "answered")).toMatchObject({
      by: `process ${process.pid}`,
    });
  });

  it("is left as it is when it is closed here", async () => {
    const { folder, own } = await ownedHere([[text("One.")], [text("Two.")]]);
    const { host, session } = await joined(folder);
    const events = newsUntil(session.events(), () => false);
    expect(host.live()).toEqual(["shared"]);
    await session.close();
    await events;
    await expect.poll(() => host.live()).toEqual([]);
    await expect(session.send("more")).rejects.toMatchObject({
      code: "gone",
      nextStep: { do: "resume-session", session: "shared" },
    });
    expect(await (await own.send("more")).result).toMatchObject({ text: "Two." });
  });

  it("ends its events, and is gone, when its owner closes it", async () => {
    const { folder, own } = await ownedHere([[text("One.")]]);
    const { host, session } = await joined(folder);
    const events = session.events()[Symbol.asyncIterator]();
    const first = (await events.next()).value as SessionNews;
    const rest = newsUntil({ [Symbol.asyncIterator]: () => events }, () => false);
    await own.close();
    expect([first, ...(await rest)].at(-1)).toMatchObject({ type: "outcome" });
    await expect.poll(() => host.live()).toEqual([]);
    await expect(session.note("late")).rejects.toMatchObject({ code: "gone" });
  });

  it.each([
    ["the output style", "The output style can only be changed there."],
    ["the next run", "What a command allows and runs first can only be changed there."],
    ["a page", "which has its extensions: their pages are not shown here."],
    ["a call of a page", "which has its extensions: their pages are not shown here."],
  ] as const)("refuses here what only its owner can do: %s", async (what, sentence) => {
    const { folder } = await ownedHere([[text("One.")]]);
    const { session } = await joined(folder);
    const calls = {
      "the output style": () => session.setOutputStyle(undefined),
      "the next run": () => session.prepareNextRun({}),
      "a page": () => session.appPage({} as never),
      "a call of a page": () => session.callForApp({} as never, {} as never),
    };
    await expect(calls[what]()).rejects.toMatchObject({
      code: "locked",
      message: expect.stringContaining(`Session shared is in use by process ${process.pid}`) as string,
    });
    await expect(calls[what]()).rejects.toThrow(sentence);
  });

  it("is not joined with other settings than those of its owner", async () => {
    const { folder } = await ownedHere([[text("One.")]]);
    await expect(joined(folder, { overrides: { mode: "plan" } })).rejects.toMatchObject({
      code: "locked",
      nextStep: { do: "join-session", session: "shared" },
    });
    await expect(joined(folder, { overrides: { mode: "auto" } })).resolves.toBeDefined();
  });

  it("is forked into a session of this host", async () => {
    const { folder } = await ownedHere([[text("One.")]]);
    const { host, session } = await joined(folder);
    const fork = await session.fork();
    expect(fork).toMatchObject({ owner: undefined });
    expect(fork.settings()).toMatchObject({ cwd: folder, model: "m" });
    expect(host.live()).toContain(fork.id);
  });
});
