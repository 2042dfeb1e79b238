import { existsSync, lstatSync } from "node:fs";
import { join } from "node:path";
import type { AssistantPart } from "@skein/protocol";
import { shell, text } from "@skein/test-host";
import { describe, expect, it } from "vitest";
import { collectEntries, openEnd } from "@skein/host/sessions";
import { hostBeside, sharedSession, newsUntil } from "./shared-session.ts";

const attended = { attended: false, session: "shared" } as const;
const touch: readonly AssistantPart[] = [shell("c1", "touch made")];

describe("a session that another process has open", () => {
  it("is told and answered from here, and its run goes on there", async () => {
    const shared = await sharedSession([touch, [text("Done.")]], { mode: "approve", until: "question" });
    const host = await hostBeside(shared);
    const session = await host.open({ ...attended, cwd: shared.folder });
    expect(session.settings()).toMatchObject({ provider: "scripted", model: "m", mode: "approve" });
    const all = newsUntil(session.events());
    const [question] = await session.openQuestions();
    await session.answer(question?.id ?? "", { allow: "once" });
    expect((await all).at(-1)).toMatchObject({ type: "outcome", outcome: "done" });
    expect(await shared.owner.line("outcome")).toBe("outcome done");
    expect(existsSync(join(shared.folder, "made"))).toBe(true);
    await expect(session.answer(question?.id ?? "", { allow: "once" })).rejects.toMatchObject({
      code: "not-asked",
    });
  });

  it("is answered without being opened here", async () => {
    const shared = await sharedSession([touch, [text("Done.")]], { mode: "approve", until: "question" });
    const host = await hostBeside(shared);
    const [question] = await host.sessions.openQuestions("shared");
    await host.sessions.answer("shared", question?.id ?? "", {
      answer: { deny: "Not now." },
      by: "test",
      redactor: { redact: (given) => given },
    });
    expect(await shared.owner.line("outcome")).toBe("outcome done");
    expect(existsSync(join(shared.folder, "made"))).toBe(false);
  });

  it("asks somebody here, until somebody else has answered", async () => {
    const shared = await sharedSession([touch, [text("Done.")]], { mode: "approve", until: "question" });
    const [first, second] = [await hostBeside(shared), await hostBeside(shared)];
    const asked = Promise.withResolvers<AbortSignal>();
    await first.open({
      ...attended,
      cwd: shared.folder,
      attended(_, signal) {
        asked.resolve(signal);
        return new Promise((_resolve, reject) =>
          signal.addEventListener("abort", () => reject(signal.reason)),
        );
      },
    });
    const signal = await asked.promise;
    await second.open({ ...attended, cwd: shared.folder, attended: async () => ({ allow: "once" }) });
    expect(await shared.owner.line("outcome")).toBe("outcome done");
    if (!signal.aborted) await new Promise((resolve) => signal.addEventListener("abort", resolve));
    expect(existsSync(join(shared.folder, "made"))).toBe(true);
  });

  it("takes messages, and tells how their run ends", async () => {
    const turns = [[text("One.")], [text("Two.")]];
    const shared = await sharedSession(turns, { until: "outcome" });
    const host = await hostBeside(shared);
    const session = await host.open({ ...attended, cwd: shared.folder });
    expect(await session.prepare()).toMatchObject({ answering: { provider: "scripted", model: "m" } });
    const taken = await session.send("and now?");
    expect(taken.isQueued).toBe(false);
    expect(await taken.result).toMatchObject({ outcome: "done", text: "Two.", session: "shared" });
  });

  it("gets notes from here, which its owner keeps, and which leave nothing open", async () => {
    const shared = await sharedSession([[text("One.")], [text("Two.")]], { until: "outcome" });
    const host = await hostBeside(shared);
    const session = await host.open({ ...attended, cwd: shared.folder });
    await session.note("I have run the tests: they pass.");
    const entries = await collectEntries(host.sessions.entries("shared"));
    expect(entries.at(-1)).toMatchObject({
      kind: "notice",
      audience: "both",
      run: null,
      text: "I have run the tests: they pass.",
    });
    expect(openEnd(entries)).toBeUndefined();
  });

  it("is steered and interrupted from here", async () => {
    const shared = await sharedSession([[shell("c1", "sleep 30")], [text("Never.")]], {
      until: "tool-start",
    });
    const host = await hostBeside(shared);
    const session = await host.open({ ...attended, cwd: shared.folder });
    const taken = await session.steer("stop that");
    expect(taken.isQueued).toBe(true);
    expect(session.interrupt("Enough.")).toBe(true);
    expect(await taken.result).toMatchObject({ outcome: "cancelled" });
    expect(await shared.owner.line("outcome")).toBe("outcome cancelled");
  });

  it("is left as it is when it is closed here", async () => {
    const shared = await sharedSession([[text("One.")], [text("Two.")]], { until: "outcome" });
    const host = await hostBeside(shared);
    const session = await host.open({ ...attended, cwd: shared.folder });
    const events = newsUntil(session.events());
    await session.close();
    expect(host.live()).toEqual([]);
    await events;
    const again = await host.open({ ...attended, cwd: shared.folder });
    expect(await (await again.send("more")).result).toMatchObject({ text: "Two." });
  });

  it("is refused with other settings, and open to those that are the same", async () => {
    const shared = await sharedSession([[text("One.")]], { until: "outcome" });
    const host = await hostBeside(shared);
    const wishes = { ...attended, cwd: shared.folder };
    for (const [more, word] of [
      [{ overrides: { mode: "plan" } }, "mode"],
      [{ overrides: { model: "other" } }, "model"],
      [{ overrides: { maxTurns: "3" } }, "maxTurns"],
      [{ system: "Be brief." }, "system prompt"],
      [{ hasProfile: false }, "profile"],
      [{ outputSchema: {} }, "output schema"],
    ] as const) {
      await expect(host.open({ ...wishes, ...more })).rejects.toMatchObject({
        code: "locked",
        message: expect.stringMatching(new RegExp(`another ${word} from here`)),
        nextStep: { do: "join-session", session: "shared" },
      });
    }
    expect(await host.open({ ...wishes, overrides: { mode: "auto", model: "m" } })).toMatchObject({
      id: "shared",
    });
  });

  it("is forked into a session of this process", async () => {
    const shared = await sharedSession([[text("One.")]], { until: "outcome" });
    const host = await hostBeside(shared, [[text("Other.")]]);
    await using session = await host.open({ ...attended, cwd: shared.folder });
    const fork = await session.fork();
    expect(fork.id).not.toBe("shared");
    expect(await (await fork.send("and?")).result).toMatchObject({ text: "Other." });
  });
});

describe("the socket", () => {
  it("is for its user alone, and is gone when the session is closed", async () => {
    const shared = await sharedSession([[text("One.")]], { until: "outcome" });
    const { path, folder } = shared.socket;
    expect(lstatSync(path).isSocket()).toBe(true);
    expect(lstatSync(path).mode & 0o777).toBe(0o600);
    expect(lstatSync(folder).mode & 0o777).toBe(0o700);
    expect(await shared.owner.finish()).toBe(0);
    expect(existsSync(path)).toBe(false);
  });

  it("ends the events of clients when the session is closed", async () => {
    const shared = await sharedSession([[text("One.")]], { until: "outcome" });
    const host = await hostBeside(shared);
    const session = await host.open({ ...attended, cwd: shared.folder });
    const events = session.events()[Symbol.asyncIterator]();
    const told = [await events.next()];
    const rest = (async () => {
      while (told.at(-1)?.done !== true) told.push(await events.next());
    })();
    expect(await shared.owner.finish()).toBe(0);
    await rest;
    expect(told.at(-2)?.value).toMatchObject({ type: "outcome" });
    await expect(session.send("more")).rejects.toMatchObject({ code: "gone" });
  });
});
