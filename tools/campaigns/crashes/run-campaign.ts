import { probe } from "../../../packages/sandbox/src/index.ts";
import { inLanes } from "../runner/in-lanes.ts";
import type { LauncherChoice } from "./launcher.ts";
import { liveAndJudge, type JudgedLife } from "./live-and-judge.ts";
import { specsOf, thoroughPlan, type Undisturbed } from "./specs.ts";
import { stores } from "./stores.ts";

export interface Campaign {
  readonly runs: number;
  readonly seed: number;
  readonly launcher: LauncherChoice;
  /** Lives at the same time. */
  readonly jobs: number;
  /** What lives: see `bundled-program.ts`. */
  readonly program: string;
  /** Told of every life, those without a kill among them. */
  readonly onLife?: (life: JudgedLife, done: number, of: number) => void;
  readonly signal?: AbortSignal;
}

/** Runs many lives, after some without a kill. */
export async function runCampaign({
  runs,
  seed,
  launcher,
  jobs,
  program,
  onLife,
  signal,
}: Campaign): Promise<readonly JudgedLife[]> {
  const plan = { seed: thoroughPlan(seed) };
  const undisturbed: Undisturbed[] = [];
  const lives: JudgedLife[] = [];
  // It pays for compiling.
  const [first = ""] = Object.keys(stores);
  lives.push(
    await liveAndJudge(
      { store: first, plan: { ...plan, servers: true }, kills: [], launcher },
      program,
      signal,
    ),
  );
  for (const store of Object.keys(stores)) {
    const life = await liveAndJudge({ store, plan, kills: [], compacts: true, launcher }, program, signal);
    lives.push(life);
    // The lease and the blob of the context are writes too.
    const writes = 2 + life.diary.filter(({ is }) => is === "kept").length;
    undisturbed.push({ store, writes, ms: life.lastMs });
  }
  const canStop = (await probe()).tier !== "none";
  const specs = specsOf({ runs, seed, launcher, canStop, undisturbed });
  for (const life of lives) onLife?.(life, 0, specs.length);
  let done = 0;
  const killed = await inLanes(
    specs,
    jobs,
    async (spec) => {
      const life = await liveAndJudge(spec, program, signal);
      onLife?.(life, ++done, specs.length);
      return life;
    },
    signal,
  );
  return [...lives, ...killed];
}
