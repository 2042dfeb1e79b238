import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { collect } from "../../../packages/test-kit/src/collect.ts";
import { readDiary, type DiaryLine } from "./diary.ts";
import { judge, type Counts } from "./laws.ts";
import { live, type LifeSpec } from "./life.ts";
import { chosenPlan } from "./plan.ts";
import { openStore } from "./stores.ts";
import { effectsFile } from "./tools.ts";
import type { Entry } from "../../../packages/protocol/src/index.ts";

export interface JudgedLife {
  readonly spec: LifeSpec;
  readonly phases: readonly string[];
  readonly counts: Counts & { readonly leftovers: number };
  readonly broken: readonly string[];
  /** Kept when a law is broken. */
  readonly folder: string | undefined;
  readonly entries: readonly Entry[];
  readonly diary: readonly DiaryLine[];
  readonly effects: readonly string[];
  readonly lastMs: number;
}

/** Lives a life in a new folder and looks at what it has left. */
export async function liveAndJudge(
  spec: LifeSpec,
  program: string,
  signal?: AbortSignal,
): Promise<JudgedLife> {
  const folder = mkdtempSync(join(tmpdir(), "skein-chaos-"));
  const { phases, problem, leftovers, lastMs } = await live(spec, { folder, program });
  if (signal?.aborted) {
    // Its processes were ended with the campaign.
    rmSync(folder, { recursive: true, force: true });
    signal.throwIfAborted();
  }
  const diary = readDiary(join(folder, "diary"));
  const entries = await entriesOf(spec.store, folder);
  const plan = chosenPlan(spec.plan);
  const effects = effectsIn(folder);
  const { broken, counts } = judge({ plan, entries, diary, effects, stopped: spec.onCrash === "stop" });
  const all = [
    ...(problem === undefined ? [] : [problem]),
    ...broken,
    ...(leftovers === 0 ? [] : [`${leftovers} processes were left behind.`]),
  ];
  if (all.length === 0) rmSync(folder, { recursive: true, force: true });
  return {
    spec,
    phases,
    counts: { ...counts, leftovers },
    broken: all,
    folder: all.length === 0 ? undefined : folder,
    entries,
    diary,
    effects,
    lastMs,
  };
}

async function entriesOf(store: string, folder: string): Promise<readonly Entry[]> {
  const journal = openStore(store, join(folder, "sessions"));
  try {
    return await collect(journal.read("chaos"));
  } finally {
    await journal.close();
  }
}

function effectsIn(folder: string): readonly string[] {
  try {
    return readFileSync(join(folder, "work", effectsFile), "utf8")
      .split("\n")
      .slice(0, -1);
  } catch {
    return []; // nothing was done
  }
}
