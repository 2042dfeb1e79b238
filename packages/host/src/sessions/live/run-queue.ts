import { SkeinError, type AgentEvent, type RunResult } from "@skein/protocol";
import type { Run } from "@skein/agent";
import type { MessageContent } from "../../messages/message-content.ts";
import type { SessionInput, TakenMessage } from "./live-session.ts";

/** A run that has begun, and its events. */
interface StartedRun {
  readonly run: Run;
  readonly events: AsyncIterable<AgentEvent>;
}

/** One run after the other: a message joins the one that is on, or begins the next. */
export interface RunQueue {
  /** The run that is on or starts; its `run` rejects when no agent could be opened. */
  ongoing(): Pick<BegunRun, "run" | "result"> | undefined;
  /** Resolves when the last run is over for its agent, too; `undefined` when there was none. */
  lastEnded(): Promise<unknown> | undefined;
  /** Continues what the last run left open. Resolves when the run has begun. */
  resume(): Promise<TakenMessage>;
  /**
   * Into the run that is on; one that has ended meanwhile is followed by another. Resolves when the message is taken.
   */
  add(input: SessionInput, how: "steer" | "queue"): Promise<TakenMessage>;
}

export interface RunQueueParts {
  /** @param previous - the run before it is over when this resolves. */
  readonly start: (
    input: SessionInput | undefined,
    previous: Promise<unknown> | undefined,
  ) => Promise<StartedRun>;
  /** A message as the model reads it. */
  readonly read: (input: SessionInput) => Promise<MessageContent>;
  readonly push: (event: AgentEvent) => void;
  /** Is called in each run before its first event that is in the journal is told: that was written under the lease. */
  readonly onWritten: () => Promise<void>;
  /** Work that messages wait for. */
  readonly busy: () => Promise<unknown> | undefined;
}

interface BegunRun {
  /** Rejects when no agent could be opened. */
  readonly run: Promise<Run>;
  /** Resolves when its events have been told. */
  readonly result: Promise<RunResult>;
  isOver: boolean;
}

export function runQueue({ start, read, push, onWritten, busy }: RunQueueParts): RunQueue {
  let last: BegunRun | undefined;

  const ongoing = () => (last && !last.isOver ? last : undefined);
  const lastEnded = (): Promise<unknown> | undefined => last?.result.catch(() => undefined);

  function begin(input: SessionInput | undefined): BegunRun {
    const started = start(input, lastEnded());
    const result = started.then(async ({ run, events }) => {
      let isWritten = false;
      for await (const event of events) {
        if (!isWritten && event.seq !== undefined) {
          isWritten = true;
          await onWritten();
        }
        // Whoever is told the outcome can do at once what has to wait for it.
        if (event.type === "outcome" && event.path.length === 0) begun.isOver = true;
        push(event);
      }
      return run.result;
    });
    const begun: BegunRun = { run: started.then(({ run }) => run), result, isOver: false };
    begun.run.catch(() => undefined); // `result` says it too
    last = begun;
    void result.catch(() => undefined).then(() => (begun.isOver = true));
    return begun;
  }

  async function add(input: SessionInput, how: "steer" | "queue"): Promise<TakenMessage> {
    const work = busy();
    if (work) await work;
    const on = ongoing();
    if (!on) return taken(begin(input), false);
    try {
      const words = await read(input);
      await (await on.run)[how](words);
      return await taken(on, true);
    } catch (error) {
      if (!SkeinError.is(error) || error.code !== "run-over") throw error;
      await on.result.catch(() => undefined);
      return add(input, how);
    }
  }

  return {
    ongoing,
    lastEnded,
    async resume() {
      const work = busy();
      if (work) await work;
      return taken(ongoing() ?? begin(undefined), false);
    },
    add,
  };
}

async function taken({ run, result }: BegunRun, isQueued: boolean): Promise<TakenMessage> {
  return { run: (await run).id, isQueued, result };
}
