import type { Agent, Run } from "@skein/agent";
import { addUsage, type AgentEvent, type Usage } from "@skein/protocol";
import type { ChildSpec } from "./options.ts";
import type { LiveChild } from "./registry.ts";

export const nothingUsed: Usage = { input: 0, output: 0, cacheRead: 0, cacheWrite: 0 };

/** Controls a child: its status, messages to it, its end. */
export interface ChildHandle {
  readonly live: LiveChild;
  /** Aborted when the child's owner ends, and by `cancel`. */
  readonly signal: AbortSignal;
  /**
   * Starts the run.
   *
   * @param task - `undefined`: it continues its previous work. Messages that arrived before are sent along.
   */
  begin(agent: Agent, task: string | undefined): Run;
  watch(event: AgentEvent): void;
  /** The run accepts no more messages. */
  over(): void;
}

interface HandleOptions {
  readonly spec: ChildSpec;
  readonly background: boolean;
  readonly startedAt: number;
  /** The signal of the owner, which the child may not outlive. */
  readonly signal: AbortSignal;
}

export function createHandle({ spec, background, startedAt, signal }: HandleOptions): ChildHandle {
  const canceller = new AbortController();
  const early: string[] = [];
  /** Messages sent before the first turn would come before the task. */
  const listens = Promise.withResolvers<void>();
  let [run, turns, usage]: [Run | undefined, number, Usage] = [undefined, 0, nothingUsed];
  return {
    signal: AbortSignal.any([signal, canceller.signal]),
    live: {
      id: spec.session,
      name: spec.name,
      background,
      startedAt,
      state: () => (run ? "working" : "waiting"),
      turns: () => turns,
      usage: () => usage,
      async steer(message) {
        if (!run) return void early.push(message);
        await listens.promise;
        await run.steer(message);
      },
      cancel: (reason) => canceller.abort(new Error(reason)),
    },
    begin(agent, task) {
      const words = [...(task === undefined ? [] : [task]), ...early];
      return (run = agent.run(words.length === 0 ? undefined : words.join("\n\n")));
    },
    watch(event) {
      if (event.path.length > 0) return;
      if (event.type === "turn-start") listens.resolve();
      if (event.type !== "turn-end") return;
      turns += 1;
      usage = addUsage(usage, event.usage);
    },
    over: listens.resolve,
  };
}
