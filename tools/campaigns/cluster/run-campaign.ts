import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { openPostgresJournal } from "../../../packages/journal-postgres/src/index.ts";
import type { Entry } from "../../../packages/protocol/src/index.ts";
import { openRunQueue, type QueueEntry, type RunQueue } from "../../../packages/queue-postgres/src/index.ts";
import { startPostgres, temporaryFolder, type PostgresServer } from "../../../packages/test-kit/src/index.ts";
import { seeded } from "../runner/seeded.ts";
import { openCluster } from "./cluster.ts";
import { disturb, type Disturbances } from "./disturb.ts";
import { failovers, type Failover } from "./failovers.ts";
import { effectsOf, judge } from "./judge.ts";
import type { AskedModel } from "./planned-models.ts";
import { planRuns, type PlannedRun } from "./planned-run.ts";
import type { Said } from "./worker-process.ts";

export interface Campaign {
  readonly runs: number;
  readonly seed: number;
  readonly workers: number;
  /** The command `skein`. */
  readonly program: string;
  /** Milliseconds between two faults, at the median. */
  readonly everyMs: number;
  /** What has not come to its end after that never will. */
  readonly longestMs: number;
  readonly onProgress?: (ended: number) => void;
}

export interface CampaignEnd extends Disturbances {
  /** Laws that were broken, in sentences. */
  readonly broken: readonly string[];
  readonly done: number;
  readonly commands: number;
  /** Commands whose worker was killed, so that the model was told that they may have been made. */
  readonly unknown: number;
  readonly attempts: number;
  readonly failovers: readonly Failover[];
}

/** Workers that are killed, paused and cut off, on a database that is restarted, until all runs have ended. */
export async function runCampaign(campaign: Campaign): Promise<CampaignEnd> {
  const random = seeded(campaign.seed);
  await using folder = await temporaryFolder();
  const effects = join(folder.path, "effects");
  mkdirSync(effects);
  const runs = planRuns(campaign.runs, effects, random);
  await using postgres = await startPostgres();
  await using queue = await openRunQueue({ url: postgres.url });
  for (const { session, task } of runs)
    await queue.submit({ session, task, cwd: folder.path, mode: "auto", after: 0 });
  const seen: Seen = { runs, asked: [], said: [], entries: [] };
  const disturbances = await live(campaign, { seen, folder: folder.path, postgres, queue, random });
  return { ...disturbances, ...(await look(seen, disturbances, postgres.url)) };
}

/** What this process sees of the workers and their queue. */
interface Seen {
  readonly runs: readonly PlannedRun[];
  readonly asked: AskedModel[];
  readonly said: Said[];
  /** As the queue lists them in the end. */
  entries: readonly QueueEntry[];
}

interface Scene {
  readonly seen: Seen;
  readonly folder: string;
  readonly postgres: PostgresServer;
  readonly queue: RunQueue;
  readonly random: () => number;
}

async function live(campaign: Campaign, scene: Scene): Promise<Disturbances> {
  const { workers, program, everyMs, longestMs, onProgress } = campaign;
  const { seen, folder, postgres, queue, random } = scene;
  const over = AbortSignal.timeout(longestMs);
  const allEnded = new AbortController();
  const signal = AbortSignal.any([over, allEnded.signal]);
  await using cluster = await openCluster({
    workers,
    program,
    port: postgres.port,
    runs: seen.runs,
    folder,
    onAsked: (one) => seen.asked.push(one),
    onSaid: (one) => seen.said.push(one),
  });
  const disturbing = disturb({ cluster, postgres, random, everyMs, signal });
  disturbing.catch(() => allEnded.abort()); // it is told below, when the workers have been ended
  do {
    await sleep(500);
    seen.entries = (await queue.list().catch(() => undefined)) ?? seen.entries; // the database may be away
    onProgress?.(seen.entries.filter(hasEnded).length);
  } while (!signal.aborted && !(seen.entries.length > 0 && seen.entries.every(hasEnded)));
  allEnded.abort();
  const disturbances = await disturbing;
  await sleep(1_000); // what wakes up late has its say
  return disturbances;
}

async function look(
  seen: Seen,
  disturbances: Disturbances,
  url: string,
): Promise<Omit<CampaignEnd, keyof Disturbances>> {
  const { runs, asked, said } = seen;
  await using journal = await openPostgresJournal({ url });
  const broken = [...disturbances.crashes];
  let [done, unknown] = [0, 0];
  for (const run of runs) {
    const entries = await Array.fromAsync(journal.read(run.session));
    const problems = judge({
      run,
      entries,
      effects: effectsOf(run),
      asked: asked.filter((one) => one.run === run),
      said: said.filter(({ session }) => session === run.session),
      state: seen.entries.find(({ session }) => session === run.session)?.state ?? "lost",
    });
    broken.push(...problems);
    if (problems.length === 0) done++;
    unknown += entries.filter(isUnknown).length;
  }
  const commands = runs.reduce((sum, run) => sum + run.commands.length, 0);
  const attempts = said.filter(({ what }) => what === "begun").length;
  return {
    broken,
    done,
    unknown,
    commands,
    attempts,
    failovers: failovers(disturbances.faults, said, disturbances.moments),
  };
}

function hasEnded({ state }: QueueEntry): boolean {
  return state !== "waiting" && state !== "running";
}

function isUnknown(entry: Entry): boolean {
  return entry.kind === "tool-result" && entry.failure?.kind === "unknown-outcome";
}
