import type { OutcomeName, Usage } from "@skein/protocol";

/** A child from its start to its end. */
export interface LiveChild {
  readonly id: string;
  readonly name: string;
  readonly background: boolean;
  readonly startedAt: number;
  /** `waiting` for a free place or for its agent. */
  state(): "waiting" | "working";
  turns(): number;
  /** Tokens of its own replies so far. */
  usage(): Usage;
  /** Rejects with `run-over`. */
  steer(message: string): Promise<void>;
  cancel(reason: string): void;
}

/** The record of a child that has ended. */
interface EndedChild {
  readonly id: string;
  readonly name: string;
  readonly outcome: OutcomeName;
  readonly turns: number;
  readonly costUsd: number | undefined;
  readonly durationMs: number;
}

/** A child's end, for whoever waits for it. */
export interface Delivery {
  readonly child: EndedChild;
  /** `undefined`: another waiter has received it. */
  readonly text: string | undefined;
}

/** Ended children that a list still shows. */
const mostEnded = 50;

/**
 * The children of one agent. Each child's result is delivered once: to the first call that waits for it, or, if none
 * does, as a message.
 */
export interface ChildRegistry {
  add(child: LiveChild): void;
  live(): readonly LiveChild[];
  find(id: string): LiveChild | undefined;
  ended(): readonly EndedChild[];
  /** @returns whether a call waited and has received the text. */
  end(child: EndedChild, text: string): boolean;
  /**
   * Rejects with the signal's reason, without having received anything.
   *
   * @param id - `undefined`: whichever background child ends next.
   */
  next(id: string | undefined, signal: AbortSignal): Promise<Delivery>;
}

interface Waiter {
  readonly id: string | undefined;
  readonly give: (delivery: Delivery) => void;
}

export function createRegistry(): ChildRegistry {
  const live = new Map<string, LiveChild>();
  let ended: readonly EndedChild[] = [];
  let waiters: readonly Waiter[] = [];

  return {
    add: (child) => void live.set(child.id, child),
    live: () => [...live.values()],
    find: (id) => live.get(id),
    ended: () => ended,
    end(child, text) {
      const { background = false } = live.get(child.id) ?? {};
      live.delete(child.id);
      if (background) ended = [...ended.filter(({ id }) => id !== child.id), child].slice(-mostEnded);
      const its = waiters.filter(({ id }) => id === child.id);
      const any = background ? waiters.filter(({ id }) => id === undefined) : [];
      const [first] = [...its, ...any];
      const isLast = ![...live.values()].some((other) => other.background);
      // Calls that wait for any child keep waiting, unless none is left.
      const others = [...its, ...(isLast ? any : [])].filter((waiter) => waiter !== first);
      waiters = waiters.filter((waiter) => waiter !== first && !others.includes(waiter));
      first?.give({ child, text });
      for (const other of others) other.give({ child, text: undefined });
      return first !== undefined;
    },
    async next(id, signal) {
      signal.throwIfAborted();
      const { promise, resolve, reject } = Promise.withResolvers<Delivery>();
      const waiter: Waiter = { id, give: resolve };
      const leave = () => {
        if (!waiters.includes(waiter)) return; // it was served at the same moment
        waiters = waiters.filter((other) => other !== waiter);
        reject(signal.reason as Error);
      };
      waiters = [...waiters, waiter];
      signal.addEventListener("abort", leave, { once: true });
      return promise.finally(() => signal.removeEventListener("abort", leave));
    },
  };
}
