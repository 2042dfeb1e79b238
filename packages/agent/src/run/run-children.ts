import type { AgentEvent, Child, ChildEnd, Children, ChildStart, OutcomeError } from "@skein/protocol";
import { SkeinError } from "@skein/protocol";
import type { Inbox } from "./inbox.ts";
import { reports } from "./nudges.ts";
import { interruption, RunStop } from "../run-stop.ts";
import type { SessionLog } from "../session/session-log.ts";
import type { Tally } from "./tally.ts";

/** How long a subagent that was told to stop may take to report. */
const graceMs = 1_500;

/** The subagents of one run. */
export interface RunChildren {
  /** @param signal - of the call: aborting it also stops its subagents, except background ones. */
  ofCall(callId: string, signal: AbortSignal): CallChildren;
  /** Whether any background subagent is running. */
  areAtWork(): boolean;
  /** The stop of a run with a background subagent that ended as `needs-input`. */
  needsInput(): RunStop | undefined;
  /** Returns true if the subagent was started or resumed in this run. */
  isKnown(session: string): boolean;
  /** Sessions of the background subagents that wait for an answer: see the entry `outcome`. */
  waitsFor(): readonly string[];
  /**
   * Stops all that are left. Resolves when they have ended or were abandoned; later reports are ignored.
   *
   * @param isPaused - whether the run waits for an answer: then those in the background report nothing, and are resumed.
   */
  close(isPaused: boolean): Promise<void>;
}

interface CallChildren {
  readonly children: Children;
  /** The stop of a run whose call waits for a subagent that ended as `needs-input`. */
  needsInput(): RunStop | undefined;
  /** Stops the subagents that may not outlive the call, and refuses new ones. */
  close(): Promise<void>;
}

export interface RunChildrenOptions {
  readonly run: string;
  readonly log: SessionLog;
  readonly inbox: Inbox;
  readonly tally: Tally;
  /** Sessions of background subagents that waited for an answer before the run. */
  readonly waiting: readonly string[];
  /** Forwards an event unchanged. */
  readonly emit: (event: AgentEvent) => void;
  /** Of the run. */
  readonly signal: AbortSignal;
}

/** A running subagent. */
interface RunningChild {
  readonly session: string;
  readonly isBackground: boolean;
  readonly handle: Child;
  readonly ended: Promise<void>;
  stop(): void;
  /** Treats it as ended, with unknown usage. */
  abandon(): void;
}

export function createRunChildren(options: RunChildrenOptions): RunChildren {
  const { run, log, emit, waiting, signal: runSignal } = options;
  const working = new Set<RunningChild>();
  const known = new Set<string>();
  const unanswered = new Map<string, OutcomeError>();
  const paused = new Set<string>();
  let isOver = false;

  async function write(callId: string, { session, rights, background }: ChildStart): Promise<void> {
    if (log.childrenOf(callId).includes(session)) return;
    const more = background ? { background } : {};
    const [entry] = await log.write(run, { kind: "child", session, callId, rights, ...more });
    const { seq } = entry;
    emit({ session: log.id, path: [], seq, type: "child", child: session, callId, ...more });
  }

  return {
    ofCall(callId, signal) {
      const own = new Set<RunningChild>();
      let unansweredCall: OutcomeError | undefined;
      let isCallOver = false;
      const requireOpen = (lifetime: AbortSignal) => {
        if (isOver || isCallOver)
          throw new SkeinError("call-over", "The call has ended and cannot start a subagent.");
        lifetime.throwIfAborted();
      };
      return {
        children: {
          started: () => log.childrenOf(callId),
          async start(child) {
            const lifetime = child.background ? runSignal : signal;
            requireOpen(lifetime);
            await write(callId, child);
            requireOpen(lifetime);
            const forget = ({ needsInput }: ChildEnd): void => {
              working.delete(one);
              if (!one.isBackground) unansweredCall ??= needsInput;
              else if (needsInput && !paused.has(child.session)) unanswered.set(child.session, needsInput);
            };
            known.add(child.session);
            const isPaused = () => paused.has(child.session);
            const one = startChild(options, { callId, child, signal: lifetime, forget, isPaused });
            working.add(one);
            if (!one.isBackground) own.add(one);
            return one.handle;
          },
        },
        needsInput: () => stopFor(unansweredCall),
        close() {
          isCallOver = true;
          return endAll([...own].filter((one) => working.has(one)));
        },
      };
    },
    areAtWork: () => [...working].some(({ isBackground }) => isBackground),
    needsInput: () => stopFor(unanswered.values().next().value),
    isKnown: (session) => known.has(session),
    waitsFor: () => [...waiting.filter((session) => !known.has(session)), ...unanswered.keys(), ...paused],
    close(isPaused) {
      isOver = true;
      if (isPaused) for (const { isBackground, session } of working) if (isBackground) paused.add(session);
      return endAll([...working]);
    },
  };
}

function stopFor(error: OutcomeError | undefined): RunStop | undefined {
  return error && new RunStop("needs-input", error);
}

interface StartOptions {
  readonly callId: string;
  readonly child: ChildStart;
  /** Of the call or run that it may not outlive. */
  readonly signal: AbortSignal;
  /** Called once, when it has ended or was abandoned. */
  readonly forget: (end: ChildEnd) => void;
  /** Whether it was stopped to be resumed. */
  readonly isPaused: () => boolean;
}

function startChild(
  { emit, tally, inbox }: RunChildrenOptions,
  { callId, child, signal, forget, isPaused }: StartOptions,
): RunningChild {
  const isBackground = child.background === true;
  const stopper = new AbortController();
  const { promise: ended, resolve } = Promise.withResolvers<void>();
  let isOver = false;

  function end(childEnd: ChildEnd): void {
    if (isOver) return;
    isOver = true;
    const { usage, costUsd, costIsEstimate, message } = childEnd;
    tally.addUsed({ usage, charge: { costUsd, isEstimate: costIsEstimate === true } });
    forget(childEnd);
    if (isBackground && !isPaused()) inbox.report(child.session, message);
    resolve();
  }

  return {
    session: child.session,
    isBackground,
    ended,
    handle: {
      signal: AbortSignal.any([signal, stopper.signal]),
      forward(event) {
        if (!isOver) emit({ ...event, path: [callId, ...event.path] });
      },
      end,
    },
    stop: () => stopper.abort(interruption("The call or run that started the subagent has ended.")),
    abandon: () => end({ usage: {}, message: reports.leftBehind(child.session) }),
  };
}

async function endAll(some: readonly RunningChild[]): Promise<void> {
  for (const one of some) one.stop();
  const { promise: late, resolve } = Promise.withResolvers<void>();
  const timer = setTimeout(resolve, graceMs);
  await Promise.race([Promise.all(some.map(({ ended }) => ended)), late]);
  clearTimeout(timer);
  for (const one of some) one.abandon();
}
