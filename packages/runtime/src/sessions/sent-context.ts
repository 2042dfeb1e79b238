import { SessionError, type ContextBlob, type JournalStore, type Message } from "@skein/protocol";
import { modelContext, readAll } from "@skein/sessions";

/** The context that would be sent now. */
export interface SentContext extends Partial<ContextBlob> {
  readonly messages: readonly Message[];
}

/** @returns no `system` and `tools` before the first request. Throws `SessionError`. */
export async function sentContext(store: JournalStore, session: string): Promise<SentContext> {
  const entries = await readAll(store, session);
  const messages = modelContext(entries);
  const last = entries.findLast((entry) => entry.kind === "context");
  if (last === undefined) return { messages };
  const bytes = await store.blob(session, last.hash);
  if (!bytes) {
    throw new SessionError(
      "damaged",
      `The system prompt and tools of session ${session} are lost (${last.hash}).`,
      {
        hint: "The conversation history is intact.",
        nextStep: { do: "show-conversation" },
      },
    );
  }
  return { ...(JSON.parse(new TextDecoder().decode(bytes)) as ContextBlob), messages };
}
