import type { Barrier } from "../../../packages/sandbox/src/index.ts";
import { inLanes } from "../runner/in-lanes.ts";
import type { Report } from "../runner/report.ts";
import type { Command } from "./command.ts";
import { commands } from "./commands.ts";
import { compare, type Comparison } from "./compare.ts";
import type { Shape } from "./shapes.ts";

type Tally = Record<Comparison["outcome"], number>;

/** What came of commands in shapes of projects. */
export interface Proved {
  /** By group of shapes. */
  readonly tallies: ReadonlyMap<string, Tally>;
  /** Why something differs or was skipped, each time. */
  readonly reasons: readonly string[];
  /** Milliseconds that the sandbox took of each command. */
  readonly costs: readonly number[];
}

interface Proof {
  readonly barrier: Barrier;
  /** Folder of all projects. */
  readonly base: string;
  /** Names of the commands that are tried. */
  readonly commands: readonly string[];
  readonly report: Report;
}

/** Runs the commands in each shape, in the sandbox and without; defects are failures of the report. */
export async function proveShapes(shapes: readonly Shape[], proof: Proof): Promise<Proved> {
  const { barrier, base, report } = proof;
  const tallies = new Map<string, Tally>();
  const reasons: string[] = [];
  const costs: number[] = [];
  for (const shape of shapes) {
    const own: Tally = { same: 0, allowed: 0, skipped: 0, wrong: 0 };
    const ofGroup = tallies.get(shape.group) ?? { same: 0, allowed: 0, skipped: 0, wrong: 0 };
    tallies.set(shape.group, ofGroup);
    const prove = async (command: Command) => {
      const { outcome, text, ownMs } = await compare(barrier, base, { shape, command });
      own[outcome] += 1;
      ofGroup[outcome] += 1;
      if (outcome !== "skipped") costs.push(ownMs);
      if (outcome === "allowed" || outcome === "skipped") reasons.push(text);
      if (outcome === "wrong") report.fail(text);
    };
    const ofShape = commands.filter(
      (command) => proof.commands.includes(command.name) && isFor(shape, command),
    );
    // The first alone: what it makes is copied for the others.
    await inLanes(ofShape.slice(0, 1), 1, prove, report.signal);
    await inLanes(ofShape.slice(1), 3, prove, report.signal);
    report.progress(`${shape.name} | ${Object.values(own).join(" | ")}`);
  }
  return { tallies, reasons, costs };
}

function isFor(shape: Shape, { only, isHeavy }: Command): boolean {
  if (only !== undefined || shape.kind === "lanes") return only === shape.kind;
  return isHeavy !== true || shape.isForHeavy === true;
}
