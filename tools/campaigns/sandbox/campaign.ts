import { mkdtempSync, realpathSync, rmSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import { probeTiers, type Barrier } from "../../../packages/sandbox/src/index.ts";
import { defineCampaign } from "../runner/campaign.ts";
import { NotStarted } from "../runner/not-started.ts";
import { choices, count, names, text } from "../runner/option.ts";
import type { Report } from "../runner/report.ts";
import { commands } from "./commands.ts";
import { attempts } from "./escapes.ts";
import { hookShapes, installHooks } from "./hook-projects.ts";
import { killRuns } from "./kills.ts";
import { laneShapes } from "./lanes.ts";
import { proveShapes, type Proved } from "./prove-shapes.ts";
import { start } from "./run-pair.ts";
import { shapes, type Shape } from "./shapes.ts";

const isRoot = process.getuid?.() === 0;

export const campaign = defineCampaign({
  details:
    "Some 30 minutes. Fails if they differ and no reason is listed, if an attempt to escape succeeds, or if a kill leaves something.",
  options: {
    only: names({
      about: "Only shapes whose group or name contains it",
      placeholder: "TEXT",
      noun: "shape",
      of: () => [...shapes, ...laneShapes, ...hookShapes("")].map(titleOf),
    }),
    command: names({
      about: "Only commands whose name contains it",
      placeholder: "TEXT",
      noun: "command",
      of: () => commands.map(({ name }) => name),
    }),
    skip: choices({
      about: "Leave this part out",
      placeholder: "PART",
      words: ["shapes", "escapes", "kills"],
    }),
    kills: count({ about: "Runs that are killed", default: 200 }),
    folder: text("DIR", "Where to make the projects (default: /srv for root, otherwise the home folder)"),
  },
  async run({ only, command, skip, kills, folder }, report) {
    const barrier = (await probeTiers()).found.find(({ tier }) => tier === "bwrap");
    if (barrier === undefined) throw new NotStarted("No sandbox works here. `skein doctor` says why.");
    const base = realpathSync(mkdtempSync(join(folder ?? (isRoot ? "/srv" : homedir()), "skein-proof-")));
    try {
      if (isRoot) await start(["chmod", "755", base], "/", {});
      const reasons: string[] = [];
      const all = skip.includes("shapes") ? [] : await allShapes(base, reasons);
      const wanted = all.filter((shape) => only.includes(titleOf(shape)));
      const proved = await proveShapes(wanted, { barrier, base, commands: command, report });
      printShapes({ ...proved, reasons: [...reasons, ...proved.reasons] }, wanted.length, report);
      await escapesAndKills(barrier, base, skip, { kills, report });
    } finally {
      rmSync(base, { recursive: true, force: true });
    }
  },
});

function titleOf({ group, name }: Shape): string {
  return `${group}: ${name}`;
}

/** @param reasons - adds why some are left out. */
async function allShapes(base: string, reasons: string[]): Promise<readonly Shape[]> {
  const folder = join(base, "hooks");
  const failure = await installHooks(folder);
  if (failure !== undefined) reasons.push(`The shapes with husky and lint-staged are skipped: ${failure}`);
  const all = [...shapes, ...laneShapes, ...(failure === undefined ? hookShapes(folder) : [])];
  if (isRoot) return all;
  reasons.push("Shapes with other owners and with mounts are skipped: only root can make them.");
  return all.filter(({ owner, readOnlyMount }) => owner === undefined && readOnlyMount === undefined);
}

function printShapes({ tallies, reasons, costs }: Proved, shapesTried: number, report: Report): void {
  const rows = [...tallies].map(([group, { same, allowed, skipped, wrong }]) =>
    [group, same, allowed, skipped, wrong].map(String),
  );
  const sum = (at: number) => rows.reduce((total, row) => total + Number(row[at]), 0);
  report.table([
    ["shapes", "same", "named difference", "skipped", "defect"],
    ...rows,
    [`all ${shapesTried}`, ...[1, 2, 3, 4].map((at) => `${sum(at)}`)],
  ]);
  const counted = Map.groupBy(reasons, (reason) => reason);
  for (const [reason, times] of counted) report.print(`${times.length} times: ${reason}`);
  const middle = costs.toSorted((a, b) => a - b)[costs.length >> 1] ?? 0;
  report.print(
    `Planning and checking take ${middle.toFixed(1)} ms of a command (median of ${costs.length}).`,
  );
}

async function escapesAndKills(
  barrier: Barrier,
  base: string,
  skip: readonly string[],
  { kills, report }: { readonly kills: number; readonly report: Report },
): Promise<void> {
  const escaped = skip.includes("escapes")
    ? { held: 0, failed: [] }
    : await attempts(barrier, join(base, "escapes"), report.signal);
  report.print(`Attempts to escape: ${escaped.held} held, ${escaped.failed.length} not.`);
  const killed = skip.includes("kills")
    ? { runs: 0, left: [] }
    : await killRuns(barrier, { base, runs: kills, signal: report.signal });
  report.print(`Kills at a random moment: ${killed.runs}, of which ${killed.left.length} left something.`);
  for (const line of [...escaped.failed, ...killed.left]) report.fail(line);
}
