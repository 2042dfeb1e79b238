import { mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Barrier } from "../../../packages/sandbox/src/index.ts";
import type { Command } from "./command.ts";
import { reasonFor } from "./differences.ts";
import { laneCount } from "./lanes.ts";
import {
  asUser,
  isSound,
  makeProject,
  onReadOnlyMount,
  runHeld,
  shell,
  start,
  treeOf,
  type HeldPlace,
  type HeldRun,
  type Ran,
} from "./run-pair.ts";
import type { Shape } from "./shapes.ts";

/** What came of a command in a shape, in the sandbox and without. */
export interface Comparison {
  /** `skipped`: it does not work here without the sandbox either. */
  readonly outcome: "same" | "allowed" | "skipped" | "wrong";
  /** Why a difference is allowed, or what differs. */
  readonly text: string;
  /** Milliseconds that wrapping and checking took. */
  readonly ownMs: number;
}

let count = 0;

export async function compare(
  barrier: Barrier,
  base: string,
  { shape, command }: { readonly shape: Shape; readonly command: Command },
): Promise<Comparison> {
  const [one, other] = [join(base, `${(count += 1)}`), join(base, `${(count += 1)}`)];
  try {
    const workspaces = [await makeProject(one, shape), await makeProject(other, shape)] as const;
    const plain = await together(shape, (lane) => runPlain({ shape, command, base }, workspaces[1], lane));
    if (command.isHeavy && plain.some(({ code }) => code !== 0)) {
      const text = `${command.name} does not work without a sandbox (${codesOf(plain)}).`;
      return { outcome: "skipped", text, ownMs: 0 };
    }
    const place = { workspace: workspaces[0], beside: `${one}-beside` };
    const held = await together(shape, (lane) =>
      runInSandbox(barrier, { shape, command }, { ...place, lane }),
    );
    const trees = [await treeOf(one, workspaces[0]), await treeOf(other, workspaces[1])] as const;
    const lines = command.isRandom ? [] : differenceOf(trees[0], trees[1]);
    const isBlamed = codesOf(held) === codesOf(plain) && shape.readOnlyMount !== undefined;
    const differs = [
      ...(codesOf(held) === codesOf(plain) ? [] : [`exit code ${codesOf(held)}, without ${codesOf(plain)}`]),
      ...(lines.length === 0 ? [] : [`another tree: ${lines.slice(0, 3).join(", ")}`]),
      ...((await isSound(workspaces[0])) ? [] : ["git fsck finds errors"]),
      ...held.flatMap(({ changes }) => changes).map((change) => `reported ${change}`),
      ...(isBlamed ? held.flatMap(({ signs }) => signs).map((sign) => `blamed on the sandbox: ${sign}`) : []),
      ...held.flatMap(({ notices }) =>
        notices === undefined || notices.length === (shape.readOnlyMount === "." ? 1 : 0)
          ? []
          : [`${notices.length} notices`],
      ),
    ];
    const ownMs = Math.max(...held.map((run) => run.ownMs));
    if (differs.length === 0) return { outcome: "same", text: "", ownMs };
    const reason = reasonFor(shape, command);
    if (reason !== undefined && !differs.includes("git fsck finds errors"))
      return { outcome: "allowed", text: reason, ownMs };
    return {
      outcome: "wrong",
      text: `${shape.name}, ${command.name}: ${differs.join("; ")}\n${outputOf(held)}\nwithout: ${outputOf(plain)}`,
      ownMs,
    };
  } finally {
    for (const folder of [one, other, `${one}-beside`]) rmSync(folder, { recursive: true, force: true });
  }
}

/** As many as the shape runs at once. */
function together<Result>(
  { kind }: Shape,
  run: (lane: number) => Promise<Result>,
): Promise<readonly Result[]> {
  return Promise.all(Array.from({ length: kind === "lanes" ? laneCount : 1 }, (_, index) => run(index + 1)));
}

/** Lines of one of them alone. */
function differenceOf(held: readonly string[], plain: readonly string[]): readonly string[] {
  const [inHeld, inPlain] = [new Set(held), new Set(plain)];
  return [
    ...held.filter((line) => !inPlain.has(line)).map((line) => `+ ${line}`),
    ...plain.filter((line) => !inHeld.has(line)).map((line) => `- ${line}`),
  ];
}

function outputOf(runs: readonly Ran[]): string {
  return runs.map(({ stderr }) => stderr.trim().slice(-400)).join("\n");
}

function codesOf(runs: readonly Ran[]): string {
  return runs.map(({ code }) => code).join(" ");
}

interface Plain {
  readonly shape: Shape;
  readonly command: Command;
  readonly base: string;
}

async function runPlain({ shape, command, base }: Plain, workspace: string, lane: number): Promise<Ran> {
  const own = await ownFolders(base, shape.runsAs);
  const argv = asUser(shape.runsAs, shell(command.script));
  const { readOnlyMount: mount } = shape;
  const started = mount === undefined ? argv : onReadOnlyMount(join(workspace, mount), argv);
  return start(started, workspace, { ...own, LANE: `${lane}` });
}

/** Of each user: what root leaves there, as npm does, would be in the way of another one. */
async function ownFolders(base: string, user?: number): Promise<Readonly<Record<"HOME" | "TMPDIR", string>>> {
  const whose = `of-${user ?? "this-user"}`;
  const folders = { HOME: join(base, `home-${whose}`), TMPDIR: join(base, `temporary-${whose}`) };
  if (user === undefined) for (const folder of Object.values(folders)) mkdirSync(folder, { recursive: true });
  else await start(["install", "-d", "-o", `${user}`, ...Object.values(folders)], "/", {});
  return folders;
}

async function runInSandbox(
  barrier: Barrier,
  { shape, command }: { readonly shape: Shape; readonly command: Command },
  place: HeldPlace,
): Promise<HeldRun> {
  const { readOnlyMount: mount, runsAs } = shape;
  if (mount === undefined && runsAs === undefined) return runHeld(barrier, command.script, place);
  // What the user cannot see, planning must not see either.
  if (runsAs !== undefined) await start(["install", "-d", "-o", `${runsAs}`, place.beside], "/", {});
  const program = [process.execPath, fileURLToPath(import.meta.resolve("./run-held.ts"))];
  const argv = asUser(runsAs, [...program, command.script, JSON.stringify(place)]);
  const started = mount === undefined ? argv : onReadOnlyMount(join(place.workspace, mount), argv);
  const ran = await start(started, place.workspace, { HOME: "/" });
  if (ran.code !== 0) throw new Error(`${shape.name}: ${ran.stderr}`);
  return JSON.parse(ran.stdout) as HeldRun;
}
