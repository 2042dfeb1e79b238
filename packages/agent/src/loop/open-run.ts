import type { AgentEvent, ContextSection } from "@skein/protocol";
import type { CompleteParts } from "../agent-parts.ts";
import type { Emit } from "../events/emit.ts";
import { createQuestions, type Questions } from "../questions/questions.ts";
import type { SessionLog } from "../session/session-log.ts";
import { callHooks } from "../run/call-hooks.ts";
import { createInbox, type Inbox } from "../run/inbox.ts";
import { createRunChildren, type RunChildren } from "../run/run-children.ts";
import type { Tally } from "../run/tally.ts";

export interface OpenRunOptions {
  readonly id: string;
  readonly parts: CompleteParts;
  readonly log: SessionLog;
  readonly tally: Tally;
  /** Whether the run begins with a message of the user, which replaces what subagents would have reported. */
  readonly hasInput: boolean;
  readonly emit: Emit;
  readonly publish: (event: AgentEvent) => void;
  readonly signal: AbortSignal;
}

/** What a run has as soon as its session is open. */
export interface OpenRun {
  readonly log: SessionLog;
  readonly inbox: Inbox;
  readonly questions: Questions;
  readonly children: RunChildren;
  /** What hooks and inspectors have said for the model and it has not been told yet. */
  readonly hookContext: ContextSection[];
  /** @param isPaused - the run waits for an answer, and is resumed with it. */
  close(isPaused: boolean): Promise<void>;
}

export function createOpenRun(options: OpenRunOptions): OpenRun {
  const { id, parts, log, tally, hasInput, emit, publish, signal } = options;
  const inbox = createInbox({ run: id, log, newId: parts.ids, emit });
  const children = createRunChildren({
    run: id,
    log,
    inbox,
    tally,
    waiting: hasInput ? [] : log.waitingChildren(),
    emit: publish,
    signal,
  });
  const hookContext: ContextSection[] = [];
  const hookNeeds = { id, parts, log, emit, hookContext, signal };
  const questions = createQuestions({
    parts,
    run: id,
    log,
    emit,
    callHooks: (event) => callHooks(hookNeeds, event),
    signal,
  });
  return {
    log,
    inbox,
    questions,
    children,
    hookContext,
    close: (isPaused) => (inbox.close(), questions.close(), children.close(isPaused)),
  };
}
