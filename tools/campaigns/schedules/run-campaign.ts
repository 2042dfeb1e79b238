import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import {
  createSchedules,
  sqliteSchedules,
  type ScheduleInput,
  type Schedules,
} from "../../../packages/schedules/src/index.ts";
import { seeded } from "../runner/seeded.ts";
import type { DaemonLife } from "./child.ts";
import { bundled } from "../runner/bundled-program.ts";
import { fastClock, type FastTime } from "./fast-clock.ts";
import { judge, type Judgement } from "./judge.ts";
import { readLedger } from "./ledger.ts";

export interface Campaign {
  /** Slots that come due, of all schedules together. */
  readonly slots: number;
  readonly seed: number;
  readonly daemons: number;
  /** Real milliseconds that a minute of the handed-in clock takes. */
  readonly msPerMinute: number;
  readonly signal?: AbortSignal;
}

export interface CampaignEnd {
  readonly schedules: readonly { readonly name: string; readonly judgement: Judgement }[];
  readonly kills: number;
  /** Daemons that ended without having been killed. */
  readonly crashes: number;
  readonly jumps: number;
  /** Kept when a law is broken. */
  readonly folder: string | undefined;
}

const child = fileURLToPath(new URL("./child.ts", import.meta.url));
/** After this long what has not come to its end never will. */
const longestMs = 60_000;

const kinds: readonly Partial<ScheduleInput>[] = [
  { overlap: "skip" },
  { overlap: "skip", catchUp: "all", tz: "Europe/Berlin" },
  { overlap: "queue", jitterMs: 90_000 },
  { overlap: "allow", catchUp: "none", tz: "America/New_York" },
  { overlap: "allow", resume: false },
  { overlap: "cancel-previous" },
  { overlap: "queue", catchUp: "all", cron: "*/2 * * * *" },
  { overlap: "skip", resume: false, cron: "*/2 * * * *" },
];

/** Slots a minute, all schedules together. */
const perMinute = kinds.reduce((sum, { cron }) => sum + (cron === undefined ? 1 : 0.5), 0);

/** Daemons on one store that are killed again and again while slots come due and the clock jumps. */
export async function runCampaign({
  slots,
  seed,
  daemons,
  msPerMinute,
  signal,
}: Campaign): Promise<CampaignEnd> {
  using program = await bundled(child);
  const random = seeded(seed);
  const folder = mkdtempSync(join(tmpdir(), "skein-schedules-chaos-"));
  const ledger = join(folder, "ledger");
  writeFileSync(ledger, "");
  const minutes = Math.ceil(slots / perMinute);
  const time = timeOf(minutes, msPerMinute, random);
  const clock = fastClock(time);
  using store = sqliteSchedules(join(folder, "schedules.db"));
  const schedules = createSchedules({ store, clock });
  for (const [at, kind] of kinds.entries()) {
    const work = { kind: "prompt", text: "Note that you have started." } as const;
    const head = { name: nameOf(kind, at), cron: "* * * * *", tz: "UTC", work, cwd: folder, mode: "auto" };
    schedules.add({ ...head, ...kind });
  }

  const life: DaemonLife = { store: join(folder, "schedules.db"), ledger, time };
  const start = (): ChildProcess =>
    spawn(process.execPath, [program.file, JSON.stringify(life)], { stdio: ["ignore", "pipe", "inherit"] });
  const over = new AbortController();
  const lanes = Array.from({ length: daemons }, () =>
    killAgainAndAgain(start, { random, signal: over.signal }),
  );
  try {
    await sleep(minutes * msPerMinute, undefined, { signal });
  } finally {
    over.abort();
    if (signal?.aborted)
      await Promise.all(lanes).then(() => rmSync(folder, { recursive: true, force: true }));
  }
  const ends = (await Promise.all(lanes)).flat();
  ends.push(await settle(schedules, start));
  const kills = ends.filter((end) => end === "killed").length;
  const crashes = ends.filter((end) => end === "crashed").length;

  const to = clock.now();
  for (const { name } of schedules.list()) schedules.resume(name); // what was not planned is recorded now
  const lines = readLedger(ledger);
  const judged = store.schedules().map((schedule) => {
    const own = store.history({ schedule: schedule.id, limit: 1_000_000 });
    return {
      name: schedule.name,
      judgement: judge({ schedule, slots: own, ledger: lines, from: schedule.createdAt, to }),
    };
  });
  const isWell = crashes === 0 && judged.every(({ judgement }) => judgement.broken.length === 0);
  if (isWell) rmSync(folder, { recursive: true, force: true });
  return { schedules: judged, kills, crashes, jumps: time.jumps.length, folder: isWell ? undefined : folder };
}

function nameOf(
  { overlap = "skip", catchUp = "one", resume = true }: Partial<ScheduleInput>,
  at: number,
): string {
  return `${at}.${overlap}.${catchUp}${resume ? "" : ".no-resume"}`;
}

/** Set forward and back; in the end it is where it would be without. */
function timeOf(minutes: number, msPerMinute: number, random: () => number): FastTime {
  const total = minutes * msPerMinute;
  const jumps = Array.from({ length: 3 }, (_, at) => {
    const byMinutes = Math.ceil((random() * minutes) / 4);
    const atMs = ((at + 0.1 + random() * 0.3) / 3) * total;
    const first = random() < 0.5 ? byMinutes : -byMinutes;
    return [
      { atMs, byMinutes: first },
      { atMs: atMs + total / 8, byMinutes: -first },
    ];
  }).flat();
  return { base: Date.UTC(2026, 2, 29, 0, 30), realBase: Date.now(), msPerMinute, jumps };
}

interface Killing {
  readonly random: () => number;
  readonly signal: AbortSignal;
}

/** How a daemon ended: as it was meant to, or not. */
type End = "killed" | "told" | "crashed";

async function killAgainAndAgain(
  start: () => ChildProcess,
  { random, signal }: Killing,
): Promise<readonly End[]> {
  const ends: End[] = [];
  do {
    const daemon = start();
    const ended = once(daemon, "exit");
    if (daemon.stdout) await Promise.race([once(daemon.stdout, "data"), ended]);
    await sleep(random() * random() * 2400, undefined, { signal }).catch(() => undefined);
    ends.push(daemon.exitCode === null ? "killed" : "crashed");
    daemon.kill("SIGKILL");
    await ended;
  } while (!signal.aborted);
  return ends;
}

/** One more daemon takes over what the killed ones have left, and ends when that is over. */
async function settle(schedules: Schedules, start: () => ChildProcess): Promise<End> {
  const { store } = schedules;
  const daemon = start();
  const ended = once(daemon, "exit");
  const limit = AbortSignal.timeout(longestMs);
  const until = async (isSo: () => boolean) => {
    while (!isSo() && daemon.exitCode === null && !limit.aborted) await sleep(10);
  };
  const atWork = () => store.openSlots().filter(({ state }) => state !== "planned");
  await until(() => {
    const [own, ...others] = store.daemons();
    const isAlone = own?.pid === daemon.pid && others.length === 0;
    return isAlone && atWork().every(({ state, owner }) => state === "running" && owner === own?.id);
  });
  for (const { name } of schedules.list()) schedules.pause(name);
  await until(() => atWork().length === 0);
  daemon.kill("SIGTERM");
  const [code] = (await ended) as [number | null];
  return code === 0 ? "told" : "crashed";
}
