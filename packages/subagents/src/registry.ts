import type { OutcomeName, Usage } from "@skein/protocol";

/** A child from its start to its end. */
export interface LiveChild {
  readonly id: string;
  readonly name: string;
  readonly background: boolean;
  readonly startedAt: number;
  /** `waiting` for a place or for its agent. */
  state(): "waiting" | "working";
  turns(): number;
  /** Tokens of its own replies so far. */
  usage(): Usage;
  /** Rejects with `run-over`. */
  steer(message: string): Promise<void>;
  cancel(reason: string): void;
}

/** What is kept of a child that has ended. */
interface EndedChild {
  readonly id: string;
  readonly name: string;
  readonly outcome: OutcomeName;
  readonly turns: number;
  readonly costUsd: number | undefined;
  readonly durationMs: number;
}

/** A child's end, on its way to whoever waits. */
export interface Delivery {
  readonly child: EndedChild;
  /** `undefined`: another one has got it. */
  readonly text: string | undefined;
}

/** Ended children that a list still shows. */
const mostEnded = 50;

/**
 * The children of one agent. Each child's result goes to one place: to the call that waits for it, the first if there
 * are several; otherwise to none, and whoever ends the child passes it on as a message.
 */
export interface Registry {
  add(child: LiveChild): void;
  live(): readonly LiveChild[];
  find(id: string): LiveChild | undefined;
  ended(): readonly EndedChild[];
  /** @returns whether somebody waited and has got the text. */
  end(child: EndedChild, text: string): boolean;
  /**
   * Rejects with the signal's reason, and then has taken nothing.
   *
   * @param id - `undefined`: whichever child in the background ends next.
   */
  next(id: string | undefined, signal: AbortSignal): Promise<Delivery>;
}

interface Waiter {
  readonly id: string | undefined;
  readonly give: (delivery: Delivery) => void;
}

export function createRegistry(): Registry {
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
      // Who waits for whichever comes next waits on, unless none comes.
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
        if (!waiters.includes(waiter)) return; // it has been served in the same moment
        waiters = waiters.filter((other) => other !== waiter);
        reject(signal.reason as Error);
      };
      waiters = [...waiters, waiter];
      signal.addEventListener("abort", leave, { once: true });
      return promise.finally(() => signal.removeEventListener("abort", leave));
    },
  };
}
