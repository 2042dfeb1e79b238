import { execFileSync } from "node:child_process";
import { hostWith, machineOf, shell, text } from "@skein/test-host";
import { describe, expect, it } from "vitest";
import { findRunning, followRun, sessionsAtWork, stopSession } from "../../src/background/index.ts";
import { shareSessions } from "../../src/index.ts";
import { joined, ownedHere } from "../owner-socket/owned-here.ts";

const hanging = [shell("c1", "sleep 60")];
const asking = { mode: "approve", until: "question" } as const;

/** What is seen of the sessions on the machine of a folder by another host. */
async function seenFrom(folder: string) {
  const { host } = await hostWith(folder, [], { shareSessions });
  const machine = machineOf(folder);
  return {
    host,
    machine,
    list: (since = 0) => sessionsAtWork(machine, host.sessions, { since }),
    find: (word?: string) => findRunning(machine, host.sessions, { word, cwd: folder }),
    [Symbol.asyncDispose]: () => host.close(),
  };
}

describe("sessions at work", () => {
  it("ask with their questions, run, and are open between runs", async () => {
    const { folder, own } = await ownedHere([hanging, hanging, [text("Done.")]], asking);
    await using at = await seenFrom(folder);
    const [one, ...others] = await at.list();
    expect(others).toEqual([]);
    expect(one).toMatchObject({
      session: "shared",
      state: "asks",
      pid: process.pid,
      questions: await own.openQuestions(),
      summary: { cwd: folder },
    });
    const [question] = await own.openQuestions();
    await own.answer(question!.id, { allow: "once" });
    await expect.poll(async () => (await at.list())[0]).toMatchObject({ state: "running", questions: [] });
    expect(await stopSession(at.machine, "shared", "Enough.")).toEqual({
      pid: process.pid,
      wasRunning: true,
      hasEnded: true,
    });
    expect((await at.list())[0]).toMatchObject({ state: "open", pid: process.pid });
    expect(await stopSession(at.machine, "shared", "Enough.")).toEqual({
      pid: process.pid,
      wasRunning: false,
      hasEnded: true,
    });
    expect(await stopSession(at.machine, "other", "Enough.")).toBeUndefined();
  });

  it("that no process has open are listed after those, if they are recent, with the questions they left", async () => {
    const { folder, host, own } = await ownedHere([hanging, [text("Two.")]], asking);
    await own.close();
    const other = await host.open({ cwd: folder, session: "other", attended: false });
    await (
      await other.send("go")
    ).result;
    const third = await host.open({ cwd: folder, session: "third", attended: false });
    await third.close();
    await using at = await seenFrom(folder);
    const states = async (since?: number) =>
      (await at.list(since)).map(({ session, state, pid, questions }) => [
        session,
        state,
        pid,
        questions.length,
      ]);
    expect(await states()).toEqual([
      ["other", "open", process.pid, 0],
      ["shared", "asks", undefined, 1],
    ]);
    expect(await states(Infinity)).toEqual([["other", "open", process.pid, 0]]);
    await other.close();
    expect(await states()).toEqual([
      ["other", "done", undefined, 0],
      ["shared", "asks", undefined, 1],
    ]);
    expect(await states(Infinity)).toEqual([]);
  });

  it("have the branch of their folder's repository", async () => {
    const { folder } = await ownedHere([[text("One.")]]);
    await using at = await seenFrom(folder);
    expect((await at.list())[0]!.branch).toBeUndefined();
    execFileSync("git", ["init", "-q", "-b", "fix/cart"], { cwd: folder });
    expect((await at.list())[0]!.branch).toBe("fix/cart");
  });
});

describe("the session that runs", () => {
  it("is found by its name, and without one if it is the only one that is open", async () => {
    const { folder, host, own } = await ownedHere([[text("One.")]]);
    await using at = await seenFrom(folder);
    await own.rename("cart");
    for (const word of ["cart", "shared", "sha", undefined])
      expect(await at.find(word)).toMatchObject({ session: "shared", cwd: folder });
    await expect(at.find("none")).rejects.toMatchObject({ code: "not-found" });
    await host.close();
    await expect(at.find("cart")).rejects.toMatchObject({
      code: "not-found",
      message: "No process has the session shared open.",
      nextStep: { do: "send-message", session: "shared" },
    });
    await expect(at.find()).rejects.toMatchObject({
      code: "not-found",
      message: "No process of this machine has a session open.",
      nextStep: { do: "list-sessions" },
    });
  });

  it("is the only one that does not just stand open, and has to be named among several", async () => {
    const { folder, host } = await ownedHere([[text("One.")], [text("Two.")], hanging]);
    await using at = await seenFrom(folder);
    const other = await host.open({ cwd: folder, session: "other", attended: true });
    await (
      await other.send("go")
    ).result;
    await expect(at.find()).rejects.toMatchObject({
      code: "not-found",
      message: expect.stringMatching(
        /^Which session\? 2 are open: (?:shared \(open\), other \(open\)|other \(open\), shared \(open\))\.$/,
      ) as string,
    });
    await other.setMode("auto");
    await other.send("hang");
    expect(await at.find()).toMatchObject({ session: "other" });
    other.interrupt();
  });
});

describe("following a run", () => {
  it("tells it to its end, and nothing where none is on", async () => {
    const { folder, own } = await ownedHere([[shell("c1", "true")], [text("Done.")]], asking);
    const { session } = await joined(folder);
    const told: string[] = [];
    const followed = followRun(session, new AbortController().signal, ({ type }) => void told.push(type));
    const [question] = await own.openQuestions();
    await own.answer(question!.id, { allow: "once" });
    expect(await followed).toMatchObject({ outcome: "done", text: "Done.", toolCalls: 1 });
    expect(told).toEqual(expect.arrayContaining(["run-start", "question", "answered", "outcome"]));
    expect(told).not.toContain("entry");
    expect(await followRun(own, new AbortController().signal, () => undefined)).toBeUndefined();
  });

  it("leaves it alone when the reader leaves", async () => {
    const { folder, own } = await ownedHere([hanging], asking);
    const { session } = await joined(folder);
    const left = new AbortController();
    const followed = followRun(session, left.signal, ({ type }) => {
      if (type === "question") left.abort();
    });
    expect(await followed).toBeUndefined();
    expect(own.isRunning()).toBe(true);
  });
});
