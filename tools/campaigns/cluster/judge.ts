import { readFileSync } from "node:fs";
import type { Entry } from "../../../packages/protocol/src/index.ts";
import type { AskedModel } from "./planned-models.ts";
import type { PlannedRun } from "./planned-run.ts";
import type { Said } from "./worker-process.ts";

export interface Evidence {
  readonly run: PlannedRun;
  readonly entries: readonly Entry[];
  /** Of this run. */
  readonly effects: readonly string[];
  readonly asked: readonly AskedModel[];
  readonly said: readonly Said[];
  /** Where the queue has it. */
  readonly state: string;
}

/** A line of a worker and a request of it are seen by this process in any order. */
const unorderedMs = 500;

export function effectsOf({ effects }: PlannedRun): readonly string[] {
  try {
    return readFileSync(effects, "utf8").split("\n").slice(0, -1);
  } catch {
    return []; // no command was made
  }
}

/** @returns the laws that a run has broken, in sentences. */
export function judge(evidence: Evidence): readonly string[] {
  const { run, state } = evidence;
  const problems = [...endProblems(evidence), ...commandProblems(evidence), ...staleRequests(evidence)];
  if (state !== "ended") problems.push(`The queue has it as ${state}.`);
  return problems.map((problem) => `${run.session}: ${problem}`);
}

function endProblems({ entries }: Evidence): readonly string[] {
  const problems: string[] = [];
  const gap = entries.findIndex(({ seq }, at) => seq !== at + 1);
  if (gap >= 0) problems.push(`The journal has no entry ${gap + 1}.`);
  const outcomes = entries.filter((entry) => entry.kind === "outcome");
  const ends = outcomes.filter(({ outcome }) => !passing.has(outcome));
  const words = ends.map(({ outcome, error }) => [outcome, error?.message].filter(Boolean).join(": "));
  if (words.join() !== "done") problems.push(`It has ended as: ${words.join(", ") || "nothing"}.`);
  if (entries.at(-1)?.kind !== "outcome")
    problems.push(`Its last entry is ${entries.at(-1)?.kind ?? "none"}.`);
  return problems;
}

/** After these the queue begins a further attempt. */
const passing: ReadonlySet<string> = new Set(["cancelled", "provider", "storage"]);

function commandProblems({ run, entries, effects }: Evidence): readonly string[] {
  return run.commands.flatMap(({ id }) => {
    const made = effects.filter((effect) => effect === id).length;
    const results = entries.filter((entry) => entry.kind === "tool-result" && entry.callId === id);
    const [result] = results;
    if (result?.kind !== "tool-result" || results.length !== 1)
      return [`Command ${id} has ${results.length} results, and was made ${made} times.`];
    const { failure } = result;
    const mayBeMade =
      failure?.kind === "unknown-outcome" || (failure?.kind === "interrupted" && failure.started);
    const isRight = mayBeMade ? made <= 1 : made === (failure === undefined ? 1 : 0);
    if (isRight) return [];
    const text = result.content.map((part) => (part.type === "text" ? part.text : "")).join("");
    return [`Command ${id} was made ${made} times; its result is ${failure?.kind ?? "good"}: ${text}`];
  });
}

/** Requests of a worker whose run another one has taken over and resumed. */
function staleRequests({ asked, said }: Evidence): readonly string[] {
  let latest = 0;
  return asked.flatMap(({ worker, at }) => {
    const begun = said.filter((one) => one.worker === worker && one.at <= at + unorderedMs);
    const attempt = Math.max(0, ...begun.map((one) => one.attempt));
    if (attempt < latest) return [`Worker ${worker} asked in attempt ${attempt} when ${latest} was on.`];
    latest = attempt;
    return [];
  });
}
