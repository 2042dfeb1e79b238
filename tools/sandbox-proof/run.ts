import { mkdtempSync, realpathSync, rmSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { probeTiers, type Barrier } from "../../packages/sandbox/src/index.ts";
import { tableOf } from "../pairs/table.ts";
import { commands, type Command } from "./commands.ts";
import { reasonFor } from "./differences.ts";
import { attempts } from "./escapes.ts";
import { killRuns } from "./kills.ts";
import { asUser, isSound, makeProject, runHeld, shell, start, treeOf } from "./run-pair.ts";
import { shapes, type Shape } from "./shapes.ts";

// node tools/sandbox-proof/run.ts [--only TEXT] [--kills N] [--folder DIR]: each command in each shape of project, in the
// sandbox and without. Ends with 1 where they differ and no reason is listed, where an attempt to escape
// succeeds, or where a kill leaves something.
const { values } = parseArgs({
  options: {
    only: { type: "string" },
    kills: { type: "string", default: "200" },
    folder: { type: "string" },
    skip: { type: "string", multiple: true, default: [] },
  },
});
const isRoot = process.getuid?.() === 0;
const base = realpathSync(mkdtempSync(join(values.folder ?? (isRoot ? "/srv" : homedir()), "skein-proof-")));
if (isRoot) await start(["chmod", "755", base], "/", {});
const barrier = (await probeTiers()).found.find(({ tier }) => tier === "bwrap");
if (barrier === undefined) {
  console.error("No sandbox works here. `skein doctor` says why.");
  process.exit(2);
}

interface Tally {
  same: number;
  allowed: number;
  wrong: number;
}
const defects: string[] = [];
const reasons = new Map<string, number>();
const costs: number[] = [];
let count = 0;

async function compare(held: Barrier, shape: Shape, command: Command): Promise<keyof Tally> {
  const [one, other] = [join(base, `${(count += 1)}`), join(base, `${(count += 1)}`)];
  try {
    const workspaces = [await makeProject(one, shape), await makeProject(other, shape)] as const;
    const user = shape.runsAs;
    const plain = await start(asUser(user, shell(command.script)), workspaces[1], {
      HOME: join(base, "home"),
      TMPDIR: "/tmp",
    });
    const ran = await runHeld(held, command.script, {
      workspace: workspaces[0],
      beside: `${one}-beside`,
      user,
    });
    costs.push(ran.ownMs);
    const isSameTree =
      command.isRandom === true ||
      JSON.stringify(await treeOf(one, workspaces[0])) === JSON.stringify(await treeOf(other, workspaces[1]));
    const differs = [
      ...(ran.code === plain.code ? [] : [`exit code ${ran.code}, without ${plain.code}`]),
      ...(isSameTree ? [] : ["another tree"]),
      ...((await isSound(workspaces[0])) ? [] : ["git fsck finds errors"]),
      ...ran.changes.map((change) => `reported ${change}`),
    ];
    if (differs.length === 0) return "same";
    const reason = reasonFor(shape, command);
    if (reason !== undefined && !differs.includes("git fsck finds errors")) {
      reasons.set(reason, (reasons.get(reason) ?? 0) + 1);
      return "allowed";
    }
    const defect = `${shape.name}, ${command.name}: ${differs.join("; ")}\n${ran.stderr.trim().slice(0, 400)}`;
    defects.push(defect);
    console.error(defect);
    return "wrong";
  } finally {
    for (const folder of [one, other, `${one}-beside`]) rmSync(folder, { recursive: true, force: true });
  }
}

/** A few at a time, the first alone: what it makes is copied for the others. */
async function inLanes<Item, Result>(
  items: readonly Item[],
  run: (item: Item) => Promise<Result>,
): Promise<readonly Result[]> {
  const results: Result[] = [];
  const rest = [...items];
  const first = rest.shift();
  if (first !== undefined) results.push(await run(first));
  const lane = async () => {
    for (let item = rest.shift(); item !== undefined; item = rest.shift()) results.push(await run(item));
  };
  await Promise.all([lane(), lane(), lane()]);
  return results;
}

const heavyShapes = new Set([
  "a repository",
  "an empty folder",
  "a plain user",
  "a plain user, an empty folder",
  ".vscode: tracked",
]);
const rows: (readonly string[])[] = [];
try {
  const wanted = shapes.filter(
    ({ name, owner }) =>
      (isRoot || owner === undefined) && (values.only === undefined || name.includes(values.only)),
  );
  for (const shape of values.skip.includes("shapes") ? [] : wanted) {
    const tally: Tally = { same: 0, allowed: 0, wrong: 0 };
    const ofShape = commands.filter(({ isHeavy }) => isHeavy !== true || heavyShapes.has(shape.name));
    for (const result of await inLanes(ofShape, (command) => compare(barrier, shape, command)))
      tally[result] += 1;
    rows.push([shape.name, `${tally.same}`, `${tally.allowed}`, `${tally.wrong}`]);
    console.error(rows.at(-1)?.join(" | "));
  }
  const escaped = values.skip.includes("escapes")
    ? { held: 0, failed: [] }
    : await attempts(barrier, join(base, "escapes"));
  const killed = values.skip.includes("kills")
    ? { runs: 0, left: [] }
    : await killRuns(base, Number(values.kills));
  const sum = (at: number) => rows.reduce((all, row) => all + Number(row[at]), 0);
  console.log(
    tableOf([
      ["shape", "same", "named difference", "defect"],
      ...rows,
      [`all ${rows.length}`, ...[1, 2, 3].map((at) => `${sum(at)}`)],
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
