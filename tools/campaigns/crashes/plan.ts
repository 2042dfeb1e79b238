import { seeded } from "../runner/seeded.ts";

/**
 * What one call does to the world.
 *
 * - `once`: adds a line to the effects; cannot say after a crash whether it did.
 * - `safe`: adds a line; may be repeated.
 * - `shared`: as `once`, and needs alone what the other `shared` calls need.
 * - `shell`: adds a line from the real shell tool, whose result outlives the process.
 * - `server`: adds a line, in an MCP server.
 * - `broken`, `unknown`: never run.
 */
type CallKind = "once" | "safe" | "shared" | "shell" | "server" | "broken" | "unknown";

export interface PlannedCall {
  readonly kind: CallKind;
  /** Unlike that of any other call of the plan. */
  readonly label: string;
  /** Milliseconds before the effect, and again after it. */
  readonly ms: number;
}

/** One reply of the model, and what the user says while its calls run. */
export interface PlannedStep {
  readonly thinking: string;
  readonly text: string;
  readonly calls: readonly PlannedCall[];
  /** Whether the first attempt of this reply breaks in the middle. */
  readonly restarts: boolean;
  readonly note: "steer" | "queue" | undefined;
}

const kinds: readonly CallKind[] = [
  "once",
  "shell",
  "safe",
  "shared",
  "shared",
  "shell",
  "broken",
  "unknown",
];
const notes = ["steer", undefined, "queue"] as const;

/** What is done with a plan: by seed, or slowly. */
export type PlanChoice =
  | {
      readonly seed: number;
      /** Whether there are MCP servers with bad manners, and every step calls one. Default: not. */
      readonly servers?: boolean;
    }
  | { readonly slowMs: number };

export function chosenPlan(choice: PlanChoice): readonly PlannedStep[] {
  if ("slowMs" in choice) return slowPlan(choice.slowMs);
  const plan = planOf(choice.seed);
  return choice.servers === true ? plan.map(withServerCall) : plan;
}

function withServerCall(step: PlannedStep, at: number): PlannedStep {
  const { calls } = step;
  const call: PlannedCall = { kind: "server", label: `s${at}c${calls.length}`, ms: (at * 37) % 60 };
  return { ...step, calls: [...calls, call] };
}

/** What the model says and calls, by seed alone: a process that goes on reads the same plan. */
export function planOf(seed: number): readonly PlannedStep[] {
  const random = seeded(seed);
  const below = (limit: number) => Math.floor(random() * limit);
  const steps = 2 + below(3);
  let nextKind = below(kinds.length);
  let nextNote = below(notes.length);
  return Array.from({ length: steps }, (_, step) => ({
    thinking: words(below(40)),
    // Some are long enough for drafts: those are kept every 4 kB.
    text: words(below(3) === 0 ? 1500 : 5 + below(60)),
    calls: Array.from({ length: 1 + below(4) }, (_unused, index) => ({
      kind: kinds[nextKind++ % kinds.length] as CallKind,
      label: `s${step}c${index}`,
      ms: below(12),
    })),
    restarts: below(4) === 0,
    note: notes[nextNote++ % notes.length],
  }));
}

/** One slow command, to be killed in the middle of. */
function slowPlan(ms: number): readonly PlannedStep[] {
  const call: PlannedCall = { kind: "shell", label: "slow", ms };
  return [{ thinking: "", text: "", calls: [call], restarts: false, note: undefined }];
}

/** The command of a `shell` call. It says its label when it begins and when it ends; in between it has its effect. */
export function commandOf({ label, ms }: PlannedCall): string {
  const pause = `sleep ${(ms / 1000).toFixed(3)}`;
  return `echo ${label}; ${pause}; echo shell ${label} >>effects; echo ${label}`;
}

function words(count: number): string {
  return Array.from({ length: count }, (_, at) => `word${at}`).join(" ");
}
