import { ConfigError, type RunResult } from "@skein/protocol";
import { annotatedDiff } from "./annotated-diff.ts";
import type { Check } from "./check.ts";
import type { ReviewerOutput } from "./finding.ts";
import { mergeFindings, placeFindings, type PlacedFindings } from "./place-findings.ts";
import { misplacedTask, reviewTask } from "./prompts.ts";
import type { Change } from "./read-change.ts";
import type { CheckReport, ReviewReport } from "./report.ts";

/** A session of a model that can only read, and reports with `reviewerOutputSchema`. */
export interface Reviewer {
  /** Id of the session. */
  readonly session: string;
  /** Sends a task and waits for the result. */
  ask(task: string): Promise<RunResult>;
  /** Stops the task under way. `reason`: a sentence. */
  interrupt(reason: string): void;
  close(): Promise<void>;
}

/** What one reviewer is opened for. */
export interface ReviewerWish {
  readonly check: Check;
  /** Names of the tools it may use. */
  readonly tools: readonly string[];
}

export interface ReviewOptions {
  readonly change: Change;
  readonly checks: readonly Check[];
  /** Called once, with the number of reviewers that will share what the review may use. Returns what opens each of them. */
  openReviewers(count: number): Promise<(wish: ReviewerWish) => Reviewer>;
  /** Reviewers at work at once. */
  readonly parallel: number;
  /** Told of what is done, as a sentence. */
  readonly tell?: (sentence: string) => void;
  readonly signal: AbortSignal;
}

/** Of a reviewer, besides its output. */
const readingTools: readonly string[] = ["read", "search", "tree", "analyze"];

interface Task {
  readonly check: Check;
  readonly text: string;
}

interface Reviewed {
  readonly check: Check;
  readonly session: string;
  readonly results: readonly RunResult[];
  readonly placed: PlacedFindings["placed"];
  readonly dropped: PlacedFindings["misplaced"];
}

/** Has each check looked at by a session of its own, that can only read. Throws `ConfigError`. */
export async function runReview(options: ReviewOptions): Promise<ReviewReport> {
  const { change, checks, parallel, tell = () => undefined, signal } = options;
  const tasks = checks.flatMap((check) => tasksOf(check, change));
  const openReviewer = await options.openReviewers(tasks.length);
  const reviewed = await eachOf(tasks, parallel, async (task) => {
    signal.throwIfAborted();
    const { check } = task;
    const tools = readingTools.filter((name) => check.tools?.includes(name) ?? true);
    const done = await review(openReviewer({ check, tools }), task, change, signal);
    tell(`${check.name}: ${done.placed.length === 1 ? "1 finding" : `${done.placed.length} findings`}.`);
    return done;
  });
  return reportOf(change, checks, reviewed);
}

function tasksOf(check: Check, { files }: Change): readonly Task[] {
  const own = files.filter(({ path }) => check.folder === "" || path.startsWith(`${check.folder}/`));
  const parts = annotatedDiff(own);
  return parts.map((part, index) => ({
    check,
    text: reviewTask(check, part, { at: index + 1, of: parts.length }),
  }));
}

async function review(
  reviewer: Reviewer,
  task: Task,
  change: Change,
  signal: AbortSignal,
): Promise<Reviewed> {
  const stop = () => reviewer.interrupt("The review was interrupted.");
  signal.addEventListener("abort", stop, { once: true });
  try {
    const ask = async (text: string) => {
      const result = await reviewer.ask(text);
      const { findings = [] } = (result.output ?? {}) as Partial<ReviewerOutput>;
      return { result, ...(await placeFindings(findings, change.files, change.countLines)) };
    };
    const once = await ask(task.text);
    if (once.misplaced.length === 0)
      return {
        check: task.check,
        session: reviewer.session,
        results: [once.result],
        placed: once.placed,
        dropped: [],
      };
    const again = await ask(misplacedTask(once.misplaced));
    return {
      check: task.check,
      session: reviewer.session,
      results: [once.result, again.result],
      placed: [...once.placed, ...again.placed],
      dropped: again.result.outcome === "done" ? again.misplaced : once.misplaced,
    };
  } finally {
    signal.removeEventListener("abort", stop);
    await reviewer.close();
  }
}

function reportOf(change: Change, checks: readonly Check[], reviewed: readonly Reviewed[]): ReviewReport {
  const dropped = reviewed.flatMap((one) => one.dropped.map((each) => ({ ...each, check: one.check })));
  return {
    subject: change.subject,
    files: change.files.length,
    findings: mergeFindings(reviewed.map(({ check, placed }) => ({ check: check.name, findings: placed }))),
    checks: checks.map((check) =>
      checkReport(
        check,
        reviewed.filter((one) => one.check === check),
      ),
    ),
    notes: [
      ...change.hidden.map((path) => `${path} is kept from the model and was not reviewed.`),
      ...dropped.map(
        ({ finding, why, check }) => `A finding of ${check.name} was dropped, "${finding.title}": ${why}`,
      ),
    ],
  };
}

function checkReport(check: Check, reviewed: readonly Reviewed[]): CheckReport {
  const results = reviewed.flatMap((one) => one.results);
  const bad = results.find(({ outcome }) => outcome !== "done");
  const costs = results.map(({ costUsd }) => costUsd);
  const isKnown = costs.every((cost) => cost !== undefined);
  return {
    name: check.name,
    outcome: bad?.outcome ?? "done",
    ...(bad?.error ? { problem: bad.error.message } : {}),
    sessions: reviewed.map(({ session }) => session),
    ...(isKnown ? { costUsd: costs.reduce((sum, cost) => sum + cost, 0) } : {}),
  };
}

/** Like `Promise.all`, with so many at once. */
async function eachOf<Item, Result>(
  items: readonly Item[],
  parallel: number,
  work: (item: Item) => Promise<Result>,
): Promise<readonly Result[]> {
  if (parallel < 1) throw new ConfigError("usage", "At least one reviewer has to be at work.");
  const results: Result[] = [];
  let next = 0;
  const worker = async (): Promise<void> => {
    for (let at = next++; at < items.length; at = next++) {
      const item = items[at];
      if (item !== undefined) results[at] = await work(item);
    }
  };
  await Promise.all(Array.from({ length: Math.min(parallel, items.length) }, worker));
  return results;
}
