import type { Submission, RunQueue } from "@skein/queue-postgres";
import { hostWith, machineOf, text } from "@skein/test-host";
import { temporaryFolder } from "@skein/test-kit";
import { expect, it, onTestFinished } from "vitest";
import { queuedSession } from "../../src/queue/queued-session.ts";

/** A session for workers, with a queue in memory that `work` takes runs from, as a worker of another machine would. */
async function sessionForWorkers() {
  const folder = await temporaryFolder();
  onTestFinished(() => folder[Symbol.asyncDispose]());
  const { host } = await hostWith(folder.path, [[text("One.")], [text("Two.")]]);
  onTestFinished(() => host.close());
  const submitted: Submission[] = [];
  let state: "waiting" | "ended" | undefined;
  const queue = {
    submit: async (run: Submission) => {
      submitted.push(run);
      state = "waiting";
    },
    cancel: async () => {
      state = "ended";
      return true;
    },
    find: async () => state && { ...submitted.at(-1)!, state, attempts: 0, submittedAt: new Date(0) },
  } as unknown as RunQueue;
  const wishes = { cwd: folder.path, attended: false };
  const first = await host.open(wishes);
  const machine = machineOf(folder.path, { SKEIN_PROVIDER: "scripted" });
  const session = await queuedSession({ host, machine, queue, wishes, first, onClose: () => undefined });
  onTestFinished(() => session.close());
  return {
    host,
    session,
    submitted,
    work: async () => {
      await (
        await first.send(submitted.at(-1)!.task)
      ).result;
      state = "ended";
    },
  };
}

it("is running from the message to the outcome that a worker writes", async () => {
  const { session, work } = await sessionForWorkers();
  expect(session.isRunning()).toBe(false);
  const taken = await session.send("Begin.");
  expect(session.isRunning()).toBe(true);
  const types: string[] = [];
  const runningAt: Record<string, boolean> = {};
  const read = (async () => {
    for await (const news of session.events(0)) {
      types.push(news.type);
      runningAt[news.type] = session.isRunning();
      if (news.type === "outcome") break;
    }
  })();
  await work();
  await read;
  expect(runningAt).toMatchObject({ "run-start": true, outcome: false });
  expect(types).toEqual(expect.arrayContaining(["run-start", "message", "outcome"]));
  expect(await taken.result).toMatchObject({ outcome: "done", text: "One." });
});

it("submits the model and permission mode that were chosen here with the next run, and shows them", async () => {
  const { session, submitted, work } = await sessionForWorkers();
  await session.send("Begin.");
  expect(Object.keys(submitted[0]!)).not.toContain("model");
  await expect(session.send("At once.")).rejects.toMatchObject({ code: "locked" });
  await work();
  await session.setModel("other", "m-2");
  await session.setMode("auto");
  expect(session.settings()).toMatchObject({ provider: "other", model: "m-2", mode: "auto" });
  await session.send("Go on.");
  expect(submitted[1]).toMatchObject({ task: "Go on.", provider: "other", model: "m-2", mode: "auto" });
  expect(submitted[1]!.after).toBeGreaterThan(submitted[0]!.after);
});

it("stops with an interrupt, and refuses what a queue cannot carry", async () => {
  const { session } = await sessionForWorkers();
  await expect(session.send("")).rejects.toMatchObject({ code: "usage" });
  const image = { type: "image", mediaType: "image/png", data: "" } as const;
  await expect(session.send([image])).rejects.toMatchObject({ code: "usage" });
  await expect(session.setEffort("low")).rejects.toMatchObject({ code: "usage" });
  expect(session.interrupt("No.")).toBe(false);
  await session.send([
    { type: "text", text: "a" },
    { type: "text", text: "b" },
  ]);
  expect(session.interrupt("No.")).toBe(true);
  expect(session.isRunning()).toBe(false);
});

it("is renamed and noted here between runs, and refuses what only its workers can do", async () => {
  const { host, session, work } = await sessionForWorkers();
  await session.send("Begin.");
  await work();
  await session.rename("cart");
  await session.note("Seen.");
  expect(await host.sessions.list(session.id)).toMatchObject([{ summary: { name: "cart" } }]);
  const entries = await Array.fromAsync(host.sessions.entries(session.id));
  expect(entries.at(-1)).toMatchObject({ kind: "notice", text: "Seen." });
  expect(session).toMatchObject({ owner: undefined });
  expect(await session.jobs()).toEqual([]);
  expect(await session.endJob("1")).toBe(false);
  expect(await session.prompts()).toEqual([]);
  await expect(session.prepareNextRun({})).rejects.toMatchObject({ code: "usage" });
  await expect(session.setMode("none")).rejects.toMatchObject({ name: "ConfigError" });
  expect(() => session.other({ session: "t" })).toThrow("cannot be chosen for a run that workers do");
});
