/** Live objects of an extension, one for each session; disposed with it. */
export interface SessionStates<State> {
  /** That of a session; created by its first call. */
  of(session: string): State;
  end(session: string): Promise<void>;
  endAll(): Promise<void>;
}

/** @param create - what it returns is disposed by `Symbol.asyncDispose` or `Symbol.dispose`, if it has one. */
export function sessionStates<State>(create: (session: string) => State): SessionStates<State> {
  const states = new Map<string, State>();
  async function end(session: string): Promise<void> {
    const state = states.get(session);
    if (states.delete(session)) await dispose(state);
  }
  return {
    of(session) {
      const known = states.get(session);
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

async function dispose(state: unknown): Promise<void> {
  if (typeof state !== "object" || state === null) return;
  const { [Symbol.asyncDispose]: later, [Symbol.dispose]: now } = state as Partial<
    AsyncDisposable & Disposable
  >;
  await (later ? later.call(state) : now?.call(state));
}
