import type { LauncherChoice } from "./launcher.ts";
import type { Kill, LifeSpec } from "./life.ts";
import { planOf } from "./plan.ts";
import { seeded } from "../runner/seeded.ts";

export interface Undisturbed {
  readonly store: string;
  /** How often a process that is not killed writes, and how long it takes from when it is ready. */
  readonly writes: number;
  readonly ms: number;
}

export interface Possibilities {
  readonly runs: number;
  readonly seed: number;
  readonly launcher: LauncherChoice;
  /** Whether commands can be made to end with their process; then every eighth session has it so. */
  readonly canStop: boolean;
  readonly undisturbed: readonly Undisturbed[];
}

/** The plan with which every write is tried: of the first twenty, the one with the most kinds of calls. */
export function thoroughPlan(seed: number): number {
  const candidates = Array.from({ length: 20 }, (_, at) => seed * 1000 + at);
  const kindsIn = (plan: number) =>
    new Set(planOf(plan).flatMap(({ calls, note }) => [...calls.map(({ kind }) => kind), note])).size;
  return candidates.reduce((best, plan) => (kindsIn(plan) > kindsIn(best) ? plan : best));
}

/**
 * What to live through: a kill before and after every write of one plan, on every store, compactions included; then
 * other plans, killed at any time, every other one with compactions. At most half are of the first kind: of more, an
 * even choice is taken. In a third of all there are MCP servers with bad manners. With the native launcher, most kills at a
 * time kill it, too: alone, or a moment before the process.
 */
export function specsOf({ runs, seed, launcher, canStop, undisturbed }: Possibilities): readonly LifeSpec[] {
  const random = seeded(seed);
  const plan = { seed: thoroughPlan(seed) };
  const withServers = () => random() < 1 / 3;
  const later = () => laterKills(random, undisturbed[0]?.writes ?? 30);
  const thorough = undisturbed.flatMap(({ store, writes }) =>
    Array.from({ length: writes * 2 }, (_, at): LifeSpec => {
      const kill: Kill = { when: at % 2 === 0 ? "before" : "after", write: 1 + Math.floor(at / 2) };
      const kills = [kill, ...later()];
      return { store, plan: { ...plan, servers: withServers() }, kills, compacts: true, launcher };
    }),
  );
  const chosen = evenly(thorough, Math.ceil(runs / 2));
  const others = Array.from({ length: runs - chosen.length }, (_, at): LifeSpec => {
    const { store, ms, writes } = undisturbed[at % undisturbed.length] as Undisturbed;
    const stops = canStop && at % 8 === 0;
    const servers = !stops && withServers();
    const kill = servers ? killWithServers(random, writes, ms) : anyKill(random, writes, ms);
    const first = launcher === "native" && !stops ? withLauncher(random, kill) : kill;
    const spec = {
      store,
      plan: { seed: seed * 100_000 + at, servers },
      kills: [first, ...later()],
      launcher,
    };
    return { ...spec, compacts: at % 4 < 2, ...(stops ? { onCrash: "stop" } : {}) };
  });
  return [...chosen, ...others];
}

function anyKill(random: () => number, writes: number, ms: number): Kill {
  const dice = random();
  if (dice < 0.1) return { from: "spawn", afterMs: Math.round(random() * 150) };
  if (dice < 0.9) return { from: "ready", afterMs: Math.round(random() * ms * 10) / 10 };
  return { when: random() < 0.5 ? "before" : "after", write: 1 + Math.floor(random() * writes) };
}

/** Servers take a second more to start and to end: that is when others are not tried. */
function killWithServers(random: () => number, writes: number, ms: number): Kill {
  if (random() < 0.3) return { from: "mounting", afterMs: Math.round(random() * 150) };
  return anyKill(random, writes, ms + 1_000);
}

function withLauncher(random: () => number, kill: Kill): Kill {
  const dice = random();
  if (!("from" in kill) || dice < 0.3) return kill;
  // It is started for the first command.
  const during = { from: "launcher", afterMs: Math.round(random() * 150) } as const;
  if (dice < 0.65) return { ...during, launcherMsBefore: 0, launcherOnly: true };
  return { ...(dice < 0.85 ? during : kill), launcherMsBefore: Math.round(random() * 30) };
}

/** A quarter of the sessions is killed again while it goes on, some of them once more. */
function laterKills(random: () => number, writes: number): readonly Kill[] {
  if (random() > 0.25) return [];
  const when = random() < 0.5 ? "before" : "after";
  const kill: Kill =
    random() < 0.5
      ? { when, write: 1 + Math.floor(random() * Math.min(writes, 12)) }
      : { from: "ready", afterMs: Math.round(random() * 150) };
  return [kill, ...laterKills(random, writes)];
}

function evenly<Item>(all: readonly Item[], count: number): readonly Item[] {
  if (all.length <= count) return all;
  return Array.from({ length: count }, (_, at) => all[Math.floor((at * all.length) / count)] as Item);
}
