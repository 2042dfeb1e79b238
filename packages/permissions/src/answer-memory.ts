import { isRemembered, isSame, type RememberedAnswer, type RememberedStore } from "./remembered.ts";

/** The answers of a session, and those that a store keeps beyond it. */
export interface AnswerMemory {
  readonly session: readonly RememberedAnswer[];
  /** Without a store, an answer for `always` is kept for the session. */
  remember(answer: RememberedAnswer, scope: "session" | "always"): Promise<void>;
  onRemembered(listener: () => void | Promise<void>): () => void;
}

export function createAnswerMemory(store: RememberedStore | undefined): AnswerMemory {
  const session: RememberedAnswer[] = [];
  const listeners = new Set<() => void | Promise<void>>();
  return {
    session,
    async remember(answer, scope) {
      const addsRules = answer.rules !== undefined;
      if (!isRemembered(session, answer) || addsRules) {
        session.push(answer);
        await Promise.all([...listeners].map(async (listener) => listener()));
      }
      if (scope === "session" || !store) return;
      const kept = await store.load(); // just before saving: another process may have added to it
      const others = kept.filter((one) => !isSame(one, answer));
      if (others.length === kept.length || addsRules) await store.save([...others, answer]);
    },
    onRemembered(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
