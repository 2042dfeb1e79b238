import type { RunQueue, TakenRun } from "@skein/queue-postgres";
import type { Host } from "@skein/host";
import { hostWith, machineOf, text } from "@skein/test-host";
import { temporaryFolder } from "@skein/test-kit";
import { expect, it } from "vitest";
import { workOff } from "../../src/queue/index.ts";

type Worker = (taken: TakenRun) => Promise<unknown>;

it("does each run that it takes, tells of it, and stops when it is told to", async () => {
  await using folder = await temporaryFolder();
  const { host } = await hostWith(folder.path, [[text("Done.")]]);
  await using _ = host;
  const claim: Host["sessions"]["claim"] = async () => ({ after: 0, [Symbol.dispose]: () => undefined });
  const told: unknown[] = [];
  const taking = Promise.withResolvers<Worker>();
  const queue = {
    limits: { budgetOf: () => ({ isShared: true, limits: () => [], hold: () => undefined }) },
    work: async ({ atOnce, perShare }: { atOnce: number; perShare?: number }, work: Worker) => {
      told.push({ atOnce, perShare });
      taking.resolve(work);
      return async () => void told.push("stopped");
    },
  } as unknown as RunQueue;
  const stopping = new AbortController();
  const working = workOff({
    machine: machineOf(folder.path),
    host: { open: (wishes) => host.open(wishes), sessions: { ...host.sessions, claim } },
    queue,
    atOnce: 2,
    perShare: 1,
    signal: stopping.signal,
    onBegin: (session, attempt) => void told.push(["begins", session, attempt]),
    onEnd: (session, end) => void told.push(["ends", session, end?.outcome]),
    onNotice: () => undefined,
    onProblem: (sentence) => expect.fail(sentence),
  });
  const work = await taking.promise;
  const { signal } = new AbortController();
  const taken = { session: "s", task: "go", cwd: folder.path, after: 0, attempt: 3, signal };
  const run = { ...taken, claim: { run: "r", attempt: 3, proof: "" } };
  expect(await work(run)).toMatchObject({ outcome: "done" });
  stopping.abort();
  await working;
  expect(told).toEqual([{ atOnce: 2, perShare: 1 }, ["begins", "s", 3], ["ends", "s", "done"], "stopped"]);
});
