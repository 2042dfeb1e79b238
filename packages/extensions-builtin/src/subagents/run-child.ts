import { clipToFile } from "@skein/extension-kit";
import {
  describeError,
  outcomeOfError,
  extractText,
  type Child,
  type JsonValue,
  type OutcomeError,
  type OutcomeName,
  type ToolContext,
  type ToolOutput,
  type Usage,
} from "@skein/protocol";
import { createHandle, nothingUsed, type ChildHandle } from "./child-handle.ts";
import type { ChildSpec, FinishedChild, OpenChild, OpenedChild } from "./options.ts";
import {
  conversationText,
  emptyAnswer,
  ended,
  handOver,
  needsInput,
  notFinished,
  replies,
  lockedCode,
} from "./prompts.ts";
import type { ChildRegistry } from "./registry.ts";
import type { Semaphore } from "./semaphore.ts";

/** State shared by all children of one agent. */
export interface Nursery {
  readonly open: OpenChild;
  readonly registry: ChildRegistry;
  readonly slots: Semaphore;
  /** One place for each subrecipe whose calls never run at once. */
  readonly turnOf: (subrecipe: string) => Semaphore;
  readonly now: () => number;
}

export interface ChildTask {
  readonly spec: ChildSpec;
  readonly child: Child;
  readonly background: boolean;
  /** Whether it had been started before. */
  readonly isResumed: boolean;
  /** Of the call that started it. */
  readonly context: Pick<ToolContext, "callFolder" | "outputBytes" | "progress">;
  /** Only its last message; otherwise the whole conversation. */
  readonly summary: boolean;
  /** The subrecipe that must not run twice at once. */
  readonly alone: string | undefined;
}

/** How a child ended, for the model. */
export interface ChildReport {
  readonly outcome: OutcomeName;
  /** What the model reads. */
  readonly output: ToolOutput;
  /** The child's last words, without anything about how it ended. */
  readonly soFar: string;
}

/** What is known of a child's run, however it ended. */
interface Ending {
  readonly outcome: OutcomeName;
  readonly text: string;
  readonly output?: JsonValue | undefined;
  readonly error?: OutcomeError | undefined;
  readonly turns: number;
  readonly usage: Usage;
  readonly costUsd: number | undefined;
  readonly costIsEstimate?: true;
  /** For a report of the whole conversation. */
  readonly conversation?: string;
  /** Where its work is, if that is a place of its own. */
  readonly place?: string | undefined;
}

/**
 * Runs a child completely: queued, registered, run, reported, closed, counted, and its result delivered. Never
 * rejects.
 */
export async function runChild(nursery: Nursery, task: ChildTask): Promise<ChildReport> {
  const { registry, now } = nursery;
  const { spec, child, background, isResumed } = task;
  const startedAt = now();
  const handle = createHandle({ spec, background, startedAt, signal: child.signal });
  registry.add(handle.live);
  const worked = await work(nursery, task, handle).catch((error: unknown) => failed(error, handle));
  const ending = isResumed ? asWaiting(worked) : worked;
  const report = await reportOf(task, ending);
  const { turns, usage, costUsd, costIsEstimate, outcome } = ending;
  const { session: id, name } = spec;
  const words = extractText(report.output.content);
  const text = outcome === "done" ? ended(name, id, words) : words;
  // That it still waits for an answer is nothing new to the model.
  const isSilent = isResumed && outcome === "needs-input";
  const isTaken = registry.end({ id, name, outcome, turns, costUsd, durationMs: now() - startedAt }, text);
  child.end({
    usage,
    ...(costUsd === undefined ? {} : { costUsd }),
    ...(costIsEstimate ? { costIsEstimate } : {}),
    ...(background && !isTaken && !isSilent ? { message: text } : {}),
    ...(outcome === "needs-input" ? { needsInput: needsInput(spec, ending.error) } : {}),
  });
  return report;
}

async function work(nursery: Nursery, task: ChildTask, handle: ChildHandle): Promise<Ending> {
  const { slots, turnOf, open } = nursery;
  const { spec, alone, context } = task;
  const places: (() => void)[] = [];
  try {
    if (alone !== undefined) {
      const turn = turnOf(alone);
      if (turn.isFull()) context.progress(replies.waitingForTurn(alone));
      places.push(await turn.take(handle.signal));
    }
    if (slots.isFull()) context.progress(replies.waiting(slots.taken()));
    places.push(await slots.take(handle.signal));
    const opened = await open(spec, handle.signal);
    let ending: Ending;
    try {
      ending = await endingOf(opened, task, handle).catch((error: unknown) => failed(error, handle));
      // The work and cost of a child must not be lost because its record cannot be written.
      const messages = task.summary ? undefined : await opened.messages().catch(() => undefined);
      if (messages) ending = { ...ending, conversation: conversationText(messages) };
    } finally {
      await opened.agent.close().catch(() => undefined);
    }
    const place = await opened.leave?.();
    return place === undefined ? ending : { ...ending, place };
  } finally {
    for (const leave of places) leave();
  }
}

async function endingOf(
  { agent, found = "new" }: OpenedChild,
  task: ChildTask,
  handle: ChildHandle,
): Promise<Ending> {
  const { spec, child, context } = task;
  const isMissing = spec.outputSchema !== undefined && typeof found === "object" && isWithoutOutput(found);
  if (typeof found === "object" && !isMissing) {
    return { outcome: "done", ...found, turns: 0, usage: nothingUsed, costUsd: 0 };
  }
  handle.signal.throwIfAborted();
  const words = { new: spec.task, unfinished: undefined, answered: handOver };
  const run = handle.begin(agent, words[typeof found === "object" ? "answered" : found]);
  const interrupt = () => run.interrupt(reasonOf(handle.signal));
  handle.signal.addEventListener("abort", interrupt, { once: true });
  context.progress((found === "new" ? replies.begun : replies.wentOn)(spec.name, spec.session));
  try {
    const { result } = run; // requested first, so that a reader that leaves does not stop the run
    for await (const event of run) {
      handle.watch(event);
      child.forward(event);
    }
    const { costUsd, ...rest } = await result;
    return { ...rest, costUsd };
  } finally {
    handle.over();
    handle.signal.removeEventListener("abort", interrupt);
  }
}

/** It answered in words, and was killed before it was asked for its structured output. */
function isWithoutOutput({ outcome = "done", output }: FinishedChild): boolean {
  return outcome === "done" && output === undefined;
}

/** It never started a run, or a defect ended it. */
function failed(error: unknown, { live, signal }: ChildHandle): Ending {
  const isStopped = signal.aborted;
  return {
    outcome: isStopped ? "cancelled" : outcomeOfError(error),
    error: isStopped ? { code: "interrupted", message: reasonOf(signal) } : describeError(error),
    text: "",
    turns: live.turns(),
    usage: live.usage(),
    costUsd: live.turns() === 0 ? 0 : undefined,
  };
}

/**
 * A session that another one has open is not over: the fork of its parent may have resumed it. The parent waits, and a later resume gets
 * the result.
 */
function asWaiting(ending: Ending): Ending {
  return ending.outcome === "not-started" && ending.error?.code === lockedCode
    ? { ...ending, outcome: "needs-input" }
    : ending;
}

function reasonOf({ reason }: AbortSignal): string {
  return reason instanceof Error && reason.message !== "" ? reason.message : "It was stopped.";
}

async function reportOf({ spec, context }: ChildTask, ending: Ending): Promise<ChildReport> {
  const { outcome, error, turns, text, output, conversation, place } = ending;
  const soFar = conversation ?? text;
  const words =
    outcome !== "done"
      ? notFinished({ name: spec.name, session: spec.session, outcome, error, turns, soFar })
      : output !== undefined
        ? JSON.stringify(output)
        : soFar.trim() === ""
          ? emptyAnswer
          : soFar;
  const isJson = outcome === "done" && output !== undefined;
  const clipped = await clipToFile(words, {
    folder: context.callFolder,
    name: isJson ? "subagent.json" : "subagent.txt",
    mediaType: isJson ? "application/json" : "text/plain",
    ...(context.outputBytes === undefined ? {} : { maxBytes: context.outputBytes }),
  });
  const content: ToolOutput["content"] =
    place === undefined ? clipped.content : [...clipped.content, { type: "text", text: `\n${place}` }];
  return { outcome, output: { ...clipped, content }, soFar: text };
}
