import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { processesWith } from "../../../packages/test-kit/src/processes-with.ts";
import type { Life } from "./child.ts";
import { readDiary } from "./diary.ts";
import type { KillAtWrite } from "./killing-store.ts";
import { copyOfLauncher, killAtOnce, killLauncher, processesOf, type LauncherChoice } from "./launcher.ts";
import { phaseOf } from "./phase.ts";

/**
 * Counted from the start of the process (`spawn`), from when it starts its MCP servers (`mounting`), from when it begins
 * to work (`ready`), from when a command has said something (`output`), or from when it has a launcher (`launcher`).
 */
interface KillAtTime {
  readonly from: "spawn" | "mounting" | "ready" | "output" | "launcher";
  readonly afterMs: number;
  /** Milliseconds before, the launcher is killed. Default: it is not. */
  readonly launcherMsBefore?: number;
  /** Whether the process itself is left alone. Default: it is killed. */
  readonly launcherOnly?: boolean;
}

export type Kill = KillAtWrite | KillAtTime;

/** A session from its begin until it has ended by itself, killed on the way. All that is needed to do it again. */
export interface LifeSpec {
  readonly store: string;
  readonly plan: Life["plan"];
  /** Of the first process, the second, … A kill that comes too late does not count. */
  readonly kills: readonly Kill[];
  /** Default `continue`. */
  readonly onCrash?: Life["onCrash"];
  /** Default: not. */
  readonly compacts?: boolean;
  /** Default `wrapper`. */
  readonly launcher?: LauncherChoice;
}

export interface LivedLife {
  readonly folder: string;
  /** When each kill came, in words. */
  readonly phases: readonly string[];
  /** How the process that was not killed ended; `undefined` is well. */
  readonly problem: string | undefined;
  /** Processes that were still there at the end; they have been killed. */
  readonly leftovers: number;
  /** From when the last process was ready to its end. */
  readonly lastMs: number;
}

/** What lives; best run as one file: see `bundled-program.ts`. */
export const childSource = fileURLToPath(new URL("./child.ts", import.meta.url));
const rudeServer = fileURLToPath(new URL("./rude-server.sh", import.meta.url));
/** A process that takes longer hangs; a busy machine may need a minute. */
const longestMs = 120_000;
/** How long commands that go on may need to end by themselves; the wrapper may wait half a second to sweep up. */
const sweepMs = 4_000;
/** How long the watchdogs of MCP servers may need: a second until the servers are killed, and a look at all processes. */
const watchdogMs = 8_000;
/** How long the kernel may need to end those that do not. */
const endMs = 1_000;

export interface Circumstances {
  /** Empty; everything of the life is kept below it. */
  readonly folder: string;
  /** Of `childSource`. */
  readonly program: string;
}

export async function live(
  { store, plan, kills, onCrash = "continue", compacts = false, launcher: choice = "wrapper" }: LifeSpec,
  { folder, program }: Circumstances,
): Promise<LivedLife> {
  const mark = `chaos-${crypto.randomUUID().slice(0, 13)}`;
  const servers =
    "seed" in plan && plan.servers === true ? { program: rudeServer, seed: plan.seed, mark } : undefined;
  const launcher = copyOfLauncher(choice, folder);
  const phases: string[] = [];
  let [problem, lastMs, leftovers]: [string | undefined, number, number] = [undefined, 0, 0];
  for (let attempt = 0; ; attempt++) {
    const kill = kills[attempt];
    const atTime = kill && "from" in kill ? kill : undefined;
    const atWrite = kill && "write" in kill ? kill : undefined;
    const life = { folder, store, plan, servers, attempt, onCrash, compacts, launcher, kill: atWrite };
    const end = await runChild(life, { program, mark, kill: atTime });
    lastMs = end.ms;
    if (end.launcherKilled && atTime?.launcherOnly === true) phases.push("the launcher alone");
    if (end.signal !== "SIGKILL" || end.hung) {
      problem = end.hung ? `The process hung: ${end.errors}` : problemOf(end);
      break;
    }
    if (onCrash === "stop") leftovers += await endLeftovers({ mark, launcher }, endMs);
    const phase = phaseOf(readDiary(join(folder, "diary")), attempt);
    const before = end.launcherKilled ? "the launcher, then " : "";
    const own = onCrash === "stop" ? `onCrash stop, ${phase}` : servers ? `${phase}, rude servers` : phase;
    phases.push(`${before}${own}`);
  }
  leftovers += await endLeftovers({ mark, launcher }, servers ? watchdogMs : sweepMs);
  return { folder, phases, problem, leftovers, lastMs };
}

interface ChildEnd {
  readonly code: number | null;
  readonly signal: string | null;
  readonly hung: boolean;
  readonly launcherKilled: boolean;
  readonly errors: string;
  readonly ms: number;
}

function problemOf({ code, signal, errors }: ChildEnd): string | undefined {
  return code === 0 ? undefined : `The process ended with ${signal ?? `code ${code}`}: ${errors}`;
}

async function runChild(
  life: Life,
  { program, mark, kill }: { program: string; mark: string; kill: KillAtTime | undefined },
): Promise<ChildEnd> {
  const process = spawn(globalThis.process.execPath, [program, JSON.stringify(life)], {
    env: { ...globalThis.process.env, SKEIN_CHAOS: mark },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let readyAt = performance.now();
  let [errors, hung, launcherKilled] = ["", false, false];
  process.stderr.setEncoding("utf8").on("data", (text: string) => (errors = (errors + text).slice(-2000)));
  const timers: NodeJS.Timeout[] = [];
  const strike = ({ afterMs, launcherMsBefore, launcherOnly = false }: KillAtTime) => {
    if (launcherMsBefore !== undefined) {
      const killIt = () => (launcherKilled ||= killLauncher(life.launcher));
      timers.push(setTimeout(killIt, Math.max(0, afterMs - launcherMsBefore)));
    }
    if (!launcherOnly) timers.push(setTimeout(() => process.kill("SIGKILL"), afterMs));
  };
  if (kill?.from === "spawn") strike(kill);
  const lookout = setInterval(() => {
    if (kill?.from !== "launcher" || processesOf(life.launcher).length === 0) return;
    clearInterval(lookout);
    strike(kill);
  }, 10);
  process.stdout.setEncoding("utf8").on("data", (text: string) => {
    if (text.includes("ready")) readyAt = performance.now();
    if (kill && text.includes(kill.from)) strike(kill);
  });
  const limit = setTimeout(() => {
    hung = true;
    process.kill("SIGKILL");
  }, longestMs);
  const [code, signal] = (await once(process, "exit")) as [number | null, string | null];
  clearInterval(lookout);
  for (const timer of [...timers, limit]) clearTimeout(timer);
  return { code, signal, hung, launcherKilled, errors, ms: performance.now() - readyAt };
}

interface Signs {
  readonly mark: string;
  readonly launcher: string | undefined;
}

/** Waits for what ends by itself, then kills the rest. @returns how many those were. */
async function endLeftovers({ mark, launcher }: Signs, waitMs: number): Promise<number> {
  const until = performance.now() + waitMs;
  for (;;) {
    const left = new Set([...(await processesWith(mark)), ...processesOf(launcher)]);
    if (left.size === 0) return 0;
    if (performance.now() > until) {
      for (const id of left) killAtOnce(id);
      return left.size;
    }
    await sleep(50);
  }
}
