import { mkdirSync, mkdtempSync, realpathSync, rmSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { probeTiers } from "../../packages/sandbox/src/index.ts";
import { tableOf } from "../pairs/table.ts";
import type { Command } from "./command.ts";
import { commands } from "./commands.ts";
import { compare, type Comparison } from "./compare.ts";
import { attempts } from "./escapes.ts";
import { hookShapes, installHooks } from "./hook-projects.ts";
import { killRuns } from "./kills.ts";
import { laneShapes } from "./lanes.ts";
import { start } from "./run-pair.ts";
import { shapes, type Shape } from "./shapes.ts";

const help = `npm run proof:sandbox -- [--only TEXT]… [--command TEXT] [--skip PART]… [--kills N] [--folder DIR]

Runs each command in each shape of project, in the sandbox and without, and compares them. Exits with 1 if they differ and
no reason is listed, if an attempt to escape succeeds, or if a kill leaves something.

  --only TEXT     only shapes whose name or group contains it; can be used several times
  --command TEXT  only commands whose name contains it
  --skip PART     leave out shapes, escapes or kills; can be used several times
  --kills N       kill N runs (default: 200)
  --folder DIR    where to make the projects (default: /srv for root, otherwise the home folder)
  --help          print this text`;
const { values } = parseArgs({
  options: {
    only: { type: "string", multiple: true, default: [""] },
    command: { type: "string", default: "" },
    kills: { type: "string", default: "200" },
    folder: { type: "string" },
    skip: { type: "string", multiple: true, default: [] },
    help: { type: "boolean", default: false },
  },
});
if (values.help) {
  console.log(help);
  process.exit(0);
}
const isRoot = process.getuid?.() === 0;
const base = realpathSync(mkdtempSync(join(values.folder ?? (isRoot ? "/srv" : homedir()), "skein-proof-")));
if (isRoot) await start(["chmod", "755", base], "/", {});
const barrier = (await probeTiers()).found.find(({ tier }) => tier === "bwrap");
if (barrier === undefined) {
  rmSync(base, { recursive: true });
  console.error("No sandbox works here. `skein doctor` says why.");
  process.exit(2);
}

type Tally = Record<Comparison["outcome"], number>;
const tallies = new Map<string, Tally>();
const defects: string[] = [];
const reasons = new Map<string, number>();
const costs: number[] = [];

/** A few at a time, the first alone: what it makes is copied for the others. */
async function inLanes<Item>(items: readonly Item[], run: (item: Item) => Promise<void>): Promise<void> {
  const rest = [...items];
  const first = rest.shift();
  if (first !== undefined) await run(first);
  const lane = async () => {
    for (let item = rest.shift(); item !== undefined; item = rest.shift()) await run(item);
  };
  await Promise.all([lane(), lane(), lane()]);
}

function isFor(shape: Shape, { only, isHeavy, name }: Command): boolean {
  if (!name.includes(values.command)) return false;
  if (only !== undefined || shape.kind === "lanes") return only === shape.kind;
  return isHeavy !== true || shape.isForHeavy === true;
}

function count(text: string): void {
  reasons.set(text, (reasons.get(text) ?? 0) + 1);
}

async function proveShape(shape: Shape): Promise<void> {
  const own: Tally = { same: 0, allowed: 0, skipped: 0, wrong: 0 };
  const ofGroup = tallies.get(shape.group) ?? { same: 0, allowed: 0, skipped: 0, wrong: 0 };
  tallies.set(shape.group, ofGroup);
  const ofShape = commands.filter((command) => isFor(shape, command));
  await inLanes(ofShape, async (command) => {
    const { outcome, text, ownMs } = await compare(barrier!, base, { shape, command });
    own[outcome] += 1;
    ofGroup[outcome] += 1;
    if (outcome !== "skipped") costs.push(ownMs);
    if (outcome === "allowed" || outcome === "skipped") count(text);
    if (outcome !== "wrong") return;
    defects.push(text);
    console.error(text);
  });
  console.error(`${shape.name} | ${Object.values(own).join(" | ")}`);
}

async function allShapes(): Promise<readonly Shape[]> {
  const folder = join(base, "hooks");
  const failure = await installHooks(folder);
  if (failure !== undefined) count(`The shapes with husky and lint-staged are skipped: ${failure}`);
  return [...shapes, ...laneShapes, ...(failure === undefined ? hookShapes(folder) : [])];
}

try {
  mkdirSync(join(base, "home"), { mode: 0o777 });
  const all = values.skip.includes("shapes") ? [] : await allShapes();
  const needsRoot = ({ owner, readOnlyMount }: Shape) => owner !== undefined || readOnlyMount !== undefined;
  const wanted = all.filter(
    (shape) =>
      (isRoot || !needsRoot(shape)) &&
      values.only.some((text) => shape.name.includes(text) || shape.group.includes(text)),
  );
  if (!isRoot) count("Shapes with other owners and with mounts are skipped: only root can make them.");
  for (const shape of wanted) await proveShape(shape);
  const escaped = values.skip.includes("escapes")
    ? { held: 0, failed: [] }
    : await attempts(barrier, join(base, "escapes"));
  const killed = values.skip.includes("kills")
    ? { runs: 0, left: [] }
    : await killRuns(barrier, base, Number(values.kills));
  const rows = [...tallies].map(([group, { same, allowed, skipped, wrong }]) =>
    [group, same, allowed, skipped, wrong].map(String),
  );
  const sum = (at: number) => rows.reduce((total, row) => total + Number(row[at]), 0);
  console.log(
    tableOf([
      ["shapes", "same", "named difference", "skipped", "defect"],
      ...rows,
      [`all ${wanted.length}`, ...[1, 2, 3, 4].map((at) => `${sum(at)}`)],
    ]),
  );
  for (const [reason, times] of reasons) console.log(`${times} times: ${reason}`);
  const middle = costs.toSorted((a, b) => a - b)[costs.length >> 1] ?? 0;
  console.log(`Planning and checking take ${middle.toFixed(1)} ms of a command (median of ${costs.length}).`);
  console.log(`Attempts to escape: ${escaped.held} held, ${escaped.failed.length} not.`);
  console.log(`Kills at a random moment: ${killed.runs}, of which ${killed.left.length} left something.`);
  for (const line of [...defects, ...escaped.failed, ...killed.left]) console.log(`--- ${line}`);
  process.exitCode = defects.length + escaped.failed.length + killed.left.length > 0 ? 1 : 0;
} finally {
  rmSync(base, { recursive: true, force: true });
}
