import type { SessionStore } from "@skein/sessions";

/** How often drafts are written to a store that is not there yet, in milliseconds: seldom, as to any that takes time to open. */
const draftMs = 2_000;

/** A store that is opened with its first use. One that could not be opened is tried again with the next. */
export function laterStore(open: () => Promise<SessionStore>): SessionStore {
  let opening: Promise<SessionStore> | undefined;

  async function store(): Promise<SessionStore> {
    const tried = (opening ??= open());
    try {
      return await tried;
    } catch (error) {
      if (opening === tried) opening = undefined;
      throw error;
    }
  }

  const close = async (): Promise<void> => (await opening)?.close();

  return {
    append: async (...asked) => (await store()).append(...asked),
    async *read(...asked) {
      yield* (await store()).read(...asked);
    },
    async *subscribe(...asked) {
      yield* (await store()).subscribe(...asked);
    },
    lease: async (...asked) => (await store()).lease(...asked),
    putBlob: async (...asked) => (await store()).putBlob(...asked),
    blob: async (...asked) => (await store()).blob(...asked),
    list: async (...asked) => (await store()).list(...asked),
    lastSeq: async (...asked) => (await store()).lastSeq(...asked),
    remove: async (...asked) => (await store()).remove(...asked),
    rewrite: async (...asked) => (await store()).rewrite(...asked),
    claim: async (...asked) => (await store()).claim?.(...asked),
    draftMs,
    close,
    [Symbol.asyncDispose]: close,
  };
}
