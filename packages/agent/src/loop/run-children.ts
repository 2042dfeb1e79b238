import type { AgentEvent, Child, ChildEnd, Children, ChildStart } from "@skein/protocol";
import { SkeinError } from "@skein/protocol";
import type { Inbox } from "./inbox.ts";
import { reports } from "./nudges.ts";
import { interruption } from "./run-stop.ts";
import type { SessionLog } from "../session/session-log.ts";
import type { Tally } from "./tally.ts";

/** How long a subagent that was told to end may take to say what it had. */
const graceMs = 1_500;

/** The subagents of one run. */
export interface RunChildren {
  /** @param signal - of the call: what ends it ends its subagents too, but for those in the background. */
  ofCall(callId: string, signal: AbortSignal): CallChildren;
  /** Whether any works in the background. */
  areAtWork(): boolean;
  /** Ends all that are left. Resolves when they have ended, or are left behind: what they say then is ignored. */
  close(): Promise<void>;
}

interface CallChildren {
  readonly children: Children;
  /** The same for those that may not outlive their call. No more are started. */
  close(): Promise<void>;
}

export interface RunChildrenOptions {
  readonly run: string;
  readonly log: SessionLog;
  readonly inbox: Inbox;
  readonly tally: Tally;
  /** Passes an event on as it is. */
  readonly tell: (event: AgentEvent) => void;
  /** Of the run. */
  readonly signal: AbortSignal;
}

/** A subagent at work. */
interface Working {
  readonly isBackground: boolean;
  readonly handle: Child;
  readonly ended: Promise<void>;
  stop(): void;
  /** As if it had ended, with what it used unknown. */
  leaveBehind(): void;
}

export function createRunChildren(options: RunChildrenOptions): RunChildren {
  const { run, log, tell, signal: runSignal } = options;
  const working = new Set<Working>();
  let isOver = false;

  async function write(callId: string, { session, rights, background }: ChildStart): Promise<void> {
    if (log.childrenOf(callId).includes(session)) return;
    const more = background ? { background } : {};
    const [entry] = await log.write(run, { kind: "child", session, callId, rights, ...more });
    const seq = entry ? { seq: entry.seq } : {};
    tell({ session: log.id, path: [], ...seq, type: "child", child: session, callId, ...more });
  }

  return {
    ofCall(callId, signal) {
      const own = new Set<Working>();
      let isCallOver = false;
      const requireOpen = (lives: AbortSignal) => {
        if (isOver || isCallOver)
          throw new SkeinError("call-over", "The call is over: it starts nothing more.");
        lives.throwIfAborted();
      };
      return {
        children: {
          started: () => log.childrenOf(callId),
          async start(child) {
            const lives = child.background ? runSignal : signal;
            requireOpen(lives);
            await write(callId, child);
            requireOpen(lives);
            const forget = () => working.delete(one);
            const one = startChild(options, { callId, child, signal: lives, forget });
            working.add(one);
            if (!one.isBackground) own.add(one);
            return one.handle;
          },
        },
        close() {
          isCallOver = true;
          return endAll([...own].filter((one) => working.has(one)));
        },
      };
    },
    areAtWork: () => [...working].some(({ isBackground }) => isBackground),
    close() {
      isOver = true;
      return endAll([...working]);
    },
  };
}

interface StartOptions {
  readonly callId: string;
  readonly child: ChildStart;
  /** Of what it may not outlive. */
  readonly signal: AbortSignal;
  /** Called once, when it has ended or is left behind. */
  readonly forget: () => void;
}

function startChild(
  { tell, tally, inbox }: RunChildrenOptions,
  { callId, child, signal, forget }: StartOptions,
): Working {
  const isBackground = child.background === true;
  const stopper = new AbortController();
  const { promise: ended, resolve } = Promise.withResolvers<void>();
  let isOver = false;

  function end({ usage, costUsd, costIsEstimate, message }: ChildEnd): void {
    if (isOver) return;
    isOver = true;
    tally.addUsed({ usage, charge: { costUsd, isEstimate: costIsEstimate === true } });
    forget();
    if (isBackground) inbox.report(child.session, message);
    resolve();
  }

  return {
    isBackground,
    ended,
    handle: {
      signal: AbortSignal.any([signal, stopper.signal]),
      forward(event) {
        if (!isOver) tell({ ...event, path: [callId, ...event.path] });
      },
      end,
    },
    stop: () => stopper.abort(interruption("What had started the subagent is over.")),
    leaveBehind: () => end({ usage: {}, message: reports.leftBehind(child.session) }),
  };
}

async function endAll(some: readonly Working[]): Promise<void> {
  if (some.length === 0) return;
  for (const one of some) one.stop();
  const { promise: late, resolve } = Promise.withResolvers<void>();
  const timer = setTimeout(resolve, graceMs);
  await Promise.race([Promise.all(some.map(({ ended }) => ended)), late]);
  clearTimeout(timer);
  for (const one of some) one.leaveBehind();
}
