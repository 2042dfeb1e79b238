import { cableTo, postgresPrograms, startPostgres, temporaryFolder } from "@skein/test-kit";
import { openRunQueue, type TakenRun } from "@skein/queue-postgres";
import { hostWith, machineOf, text } from "@skein/test-host";
import { describe, expect, it } from "vitest";
import type { Host } from "@skein/host";
import { runQueued } from "../../src/queue/run-queued.ts";

describe.skipIf(postgresPrograms() === undefined)(
  "a worker that wakes up late (skipped without Postgres)",
  () => {
    it.each(["open", "send"] as const)(
      "begins no run that another one has ended while it was cut off before its first entry: %s",
      async (step) => {
        await using folder = await temporaryFolder();
        await using postgres = await startPostgres();
        await using cable = await cableTo(postgres.port);
        const far = `postgres://skein@127.0.0.1:${cable.port}/postgres`;
        await using late = await workerWith(`${folder.path}/late`, far, "Done late.");
        await using next = await workerWith(`${folder.path}/next`, postgres.url, "Done.");
        await using lateQueue = await openRunQueue({ url: far });
        await using queue = await openRunQueue({ url: postgres.url });
        await queue.submit({ session: "s", task: "go", cwd: folder.path, after: 0 });

        const ended = Promise.withResolvers<void>();
        const isCut = Promise.withResolvers<void>();
        const lateEnd = Promise.withResolvers<unknown>();
        const cutOff = async (): Promise<void> => {
          const hear = cable.silence();
          isCut.resolve();
          await ended.promise;
          hear("is lost");
        };
        const onProblem = (): void => undefined;
        await using stopping = new AsyncDisposableStack();
        stopping.defer(
          await lateQueue.work({ onProblem }, async (taken) => {
            // As if the queue had not been heard yet: the session itself has to refuse it.
            const deaf = { ...taken, signal: new AbortController().signal };
            const end = run(cutBefore(step, late, cutOff), lateQueue, deaf);
            lateEnd.resolve(end);
            return end;
          }),
        );
        await isCut.promise;
        stopping.defer(await queue.work({ onProblem }, (taken) => run(next, queue, taken)));
        await expect.poll(async () => (await queue.find("s"))?.state, { interval: 200 }).toBe("ended");
        ended.resolve();
        await lateEnd.promise;

        const outcomes: string[] = [];
        for await (const entry of next.sessions.entries("s"))
          if (entry.kind === "outcome") outcomes.push(entry.outcome);
        expect(outcomes).toEqual(["done"]);
        expect(await queue.find("s")).toMatchObject({
          state: "ended",
          attempts: 2,
          end: { outcome: "done" },
        });
      },
      120_000,
    );
  },
);

type Worker = Pick<Host, "open" | "sessions">;

async function workerWith(folder: string, url: string, says: string): Promise<Host> {
  const machine = machineOf(folder, { SKEIN_PROVIDER: "scripted", SKEIN_DATABASE_URL: url });
  return (await hostWith(folder, [[text(says)]], machine)).host;
}

function run(host: Worker, { limits }: Awaited<ReturnType<typeof openRunQueue>>, taken: TakenRun) {
  const workFolder = (): never => {
    throw new Error("No run names a commit.");
  };
  return runQueued({ host, limits, workFolder, onNotice: () => undefined }, taken);
}

/** A host that is cut off from the database before it opens its session, or when that is open. */
function cutBefore(step: "open" | "send", host: Host, cutOff: () => Promise<void>): Worker {
  return {
    sessions: host.sessions,
    async open(wishes) {
      if (step === "open") await cutOff();
      const live = await host.open(wishes);
      if (step === "open") return live;
      const send: typeof live.send = async (input) => {
        await cutOff();
        return live.send(input);
      };
      return new Proxy(live, {
        get: (target, key) => (key === "send" ? send : (Reflect.get(target, key, target) as unknown)),
      });
    },
  };
}
