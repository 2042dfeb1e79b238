import { ConfigError, type RunResult } from "@skein/protocol";
import {
  annotatedDiff,
  mergeFindings,
  misplacedTask,
  placeFindings,
  reviewerOutputSchema,
  reviewerPrompt,
  reviewTask,
  type Check,
  type CheckReport,
  type PlacedFindings,
  type ReviewerOutput,
  type ReviewReport,
} from "@skein/review";
import { newSessionId } from "@skein/runtime";
import type { Host } from "../host.ts";
import type { LiveSession } from "../sessions/live/live-session.ts";
import type { SessionWishes } from "../sessions/session-settings.ts";
import type { Change } from "./read-change.ts";
import { shareOf } from "./share-of.ts";

export interface ReviewOptions extends Pick<SessionWishes, "overrides"> {
  readonly change: Change;
  readonly checks: readonly Check[];
  /** Whether notes, skills and checks of the folder count: not where others wrote them. Default true. */
  readonly trustsFolder?: boolean;
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

/**
 * Has each check looked at by a session of its own, that can only read. What the review may cost is shared evenly among
 * them beforehand, so that together they never cost more. Throws `ConfigError`.
 */
export async function runReview(host: Host, options: ReviewOptions): Promise<ReviewReport> {
  const { change, checks, parallel, overrides = {}, tell = () => undefined, signal } = options;
  const { trustsFolder = true } = options;
  const tasks = checks.flatMap((check) => tasksOf(check, change));
  const first = await host.open({
    cwd: change.root,
    overrides: { ...overrides, mode: "plan" },
    hasHints: trustsFolder,
    hasProfile: trustsFolder,
    builtins: ["analyze", ...(trustsFolder ? [] : ["developer"])],
    system: reviewerPrompt,
    outputSchema: reviewerOutputSchema,
    // What is not allowed is denied, and the reviewer goes on without it.
    attended: () => Promise.resolve({ deny: "Reviewers only read, and no one is asked here." }),
  });
  const share = shareOf(first.settings(), tasks.length);
  const openReviewer = ({ check }: Task): LiveSession =>
    first.other({
      session: newSessionId(new Date(), Math.random),
      name: `review: ${check.name}`,
      narrow: { mode: "plan" },
      tools: readingTools.filter((name) => check.tools?.includes(name) ?? true),
      subagents: false,
      ...share,
    });
  const reviewed = await eachOf(tasks, parallel, async (task) => {
    signal.throwIfAborted();
    const done = await review(openReviewer(task), task, change, signal);
    tell(`${task.check.name}: ${done.placed.length === 1 ? "1 finding" : `${done.placed.length} findings`}.`);
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
  session: LiveSession,
  task: Task,
  change: Change,
  signal: AbortSignal,
): Promise<Reviewed> {
  const stop = () => void session.interrupt("The review was interrupted.");
  signal.addEventListener("abort", stop, { once: true });
  try {
    const ask = async (text: string) => {
      const result = await (await session.send(text)).result;
      const { findings = [] } = (result.output ?? {}) as Partial<ReviewerOutput>;
      return { result, ...(await placeFindings(findings, change.files, change.countLines)) };
    };
    const once = await ask(task.text);
    if (once.misplaced.length === 0)
      return {
        check: task.check,
        session: session.id,
        results: [once.result],
        placed: once.placed,
        dropped: [],
      };
    const again = await ask(misplacedTask(once.misplaced));
    return {
      check: task.check,
      session: session.id,
      results: [once.result, again.result],
      placed: [...once.placed, ...again.placed],
      dropped: again.result.outcome === "done" ? again.misplaced : once.misplaced,
    };
  } finally {
    signal.removeEventListener("abort", stop);
    await session.close();
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
