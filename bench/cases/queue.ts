import { execFileSync } from "node:child_process";
import { mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { openRunQueue, type RunQueue } from "../../packages/queue-postgres/src/index.ts";
import { postgresPrograms, startPostgres } from "../../packages/test-kit/src/index.ts";
import type { Row } from "../measure.ts";
import { mostApart, mostAtOnce, mostInMinute, pacedModel, type PacedModel } from "../queue/paced-model.ts";
import { workerProcesses } from "../queue/worker-processes.ts";
import { temporaryFolder } from "../temporary-folder.ts";

const runs = Number(process.env["BENCH_QUEUE_RUNS"] ?? 1_000);
const workers = 10;
const shares = ["a", "b", "c", "d", "e"];
const [atOnce, perShare] = [2, 4];
const modelMs = 1_000;
/** Of all workers together: fewer calls at once than they could make. */
const limits = { requests: 900, atOnce: 16 };
const longestMs = 15 * 60_000;
const idleMs = 10_000;

/** 1,000 runs of five shares, one share after the other, on ten real workers; the model takes a second for its reply. */
export async function queue(): Promise<readonly Row[]> {
  const programs = postgresPrograms();
  if (programs === undefined) return [];
  const folder = temporaryFolder();
  try {
    await using postgres = await startPostgres(120);
    await using model = await pacedModel(modelMs);
    await using submitted = await openRunQueue({ url: postgres.url });
    await submitted.limits.setCalls({ name: "anthropic", ...limits });
    const ask = (sql: string): number =>
      Number(execFileSync(join(programs, "psql"), [postgres.url, "-Atc", sql], { encoding: "utf8" }));
    await using processes = workerProcesses(
      workers,
      folder,
      ["--at-once", `${atOnce}`, "--per-share", `${perShare}`],
      {
        SKEIN_DATABASE_URL: postgres.url,
        SKEIN_NO_KEYRING: "1",
        SKEIN_SANDBOX: "off",
        ANTHROPIC_API_KEY: "bench-key-0123456789",
        ANTHROPIC_BASE_URL: model.url,
        NODE_COMPILE_CACHE: join(folder, "compiled"),
      },
    );
    await processes.ready;
    const idle = commits(ask);
    await setTimeout(idleMs);
    const idleRate = (commits(ask) - idle) / (idleMs / 1_000);
    const before = { commits: commits(ask), bytes: bytes(ask), cpuMs: processes.cpuMs() };
    await submitAll(submitted, join(folder, "work"));
    const connections = await untilDone(submitted, ask);
    const took = (Math.max(...model.calls.map(({ endedAt }) => endedAt)) - firstOf(model)) / 1_000;
    const ideal = (runs * modelMs) / 1_000 / Math.min(limits.atOnce, workers * atOnce);
    const per = (after: number, was: number): number => (after - was) / runs;
    return [
      row(
        `queue: ${runs} runs on ${workers} workers (s) / ideal`,
        took / ideal,
        took.toFixed(1),
        ideal.toFixed(1),
      ),
      row("queue: shares apart at most (runs)", mostApart(model.calls, runs / shares.length)),
      row(
        "queue: calls at once (limit)",
        mostAtOnce(model.calls),
        undefined,
        `${limits.atOnce}`,
        limits.atOnce,
      ),
      row(
        "queue: calls in a minute (limit)",
        mostInMinute(model.calls),
        undefined,
        `${limits.requests}`,
        limits.requests,
      ),
      row("queue: connections of 10 workers and a client", connections),
      row("queue: transactions a second while nothing waits", idleRate),
      row("queue: transactions a run", per(commits(ask), before.commits)),
      row("queue: kilobytes in the database a run", per(bytes(ask), before.bytes) / 1_024),
      row("queue: processor time of workers a run (ms)", per(processes.cpuMs(), before.cpuMs)),
    ];
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function submitAll(queued: RunQueue, cwd: string): Promise<void> {
  mkdirSync(cwd);
  for (let number = 0; number < runs; number++) {
    const share = shares[Math.floor((number * shares.length) / runs)]!;
    const task = `This is run ${number} for share-${share}.`;
    await queued.submit({ session: `bench-${number}`, task, cwd, mode: "auto", share, after: 0 });
  }
}

/** @returns the most connections there were. */
async function untilDone(queued: RunQueue, ask: (sql: string) => number): Promise<number> {
  const endsAt = Date.now() + longestMs;
  for (let most = 0; ;) {
    const entries = await queued.list();
    const dead = entries.find(({ state }) => state === "dead");
    if (dead) throw new Error(`${dead.session} has ended as ${JSON.stringify(dead.end)}.`);
    // Less the one that asks.
    most = Math.max(
      most,
      ask("SELECT count(*) - 1 FROM pg_stat_activity WHERE backend_type = 'client backend'"),
    );
    if (entries.every(({ state }) => state === "ended")) return most;
    if (Date.now() > endsAt) throw new Error("The runs have not ended.");
    await setTimeout(1_000);
  }
}

const firstOf = ({ calls }: PacedModel): number => Math.min(...calls.map(({ beganAt }) => beganAt));

const commits = (ask: (sql: string) => number): number =>
  ask("SELECT xact_commit FROM pg_stat_database WHERE datname = current_database()");

const bytes = (ask: (sql: string) => number): number => ask("SELECT pg_database_size(current_database())");

function row(what: string, value: number, is = value.toFixed(1), floor = "", aim?: number): Row {
  return { what, skein: is, floor, value, ...(aim === undefined ? {} : { aim }) };
}
