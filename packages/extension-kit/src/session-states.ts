// Live objects, such as connections, for as long as a session uses them. They
// are not stored: what must survive a crash belongs in `ToolContext.state`.

/**
 * Live objects of an extension, one for each session.
 *
 * Sessions are independent: ending one does not touch the others.
 */
export interface SessionStates<State> {
  /** Returns the state of a session. Created by its first call. */
  of(session: string): State;
  /** Disposes the state of a session. */
  end(session: string): Promise<void>;
  /** Disposes all states. */
  endAll(): Promise<void>;
}

/**
 * Creates the states.
 *
 * A state whose `dispose` throws rejects `end`, and does not prevent others
 * from being disposed.
 *
 * @param create - creates a state, which is disposed by `Symbol.asyncDispose`
 *   or `Symbol.dispose` if it has one.
 */
export function sessionStates<State>(create: (session: string) => State): SessionStates<State> {
  const states = new Map<string, State>();
  // Removed before it is disposed, so that a new call gets a new state.
  async function end(session: string): Promise<void> {
    const state = states.get(session);
    if (states.delete(session)) await dispose(state);
  }
  return {
    // Called for each call, so it must be cheap once the state exists.
    of(session) {
      const known = states.get(session);
      // A state may be undefined: an extension without `state`.
      if (known !== undefined || states.has(session)) return known as State;
      const created = create(session);
      states.set(session, created);
      return created;
    },
    end,
    async endAll() {
      await Promise.all([...states.keys()].map(end));
    },
  };
}

/** Disposes a state, if it can be. */
async function dispose(state: unknown): Promise<void> {
  if (typeof state !== "object" || state === null) return;
  const { [Symbol.asyncDispose]: later, [Symbol.dispose]: now } = state as Partial<
    AsyncDisposable & Disposable
  >;
  await (later ? later.call(state) : now?.call(state));
}
