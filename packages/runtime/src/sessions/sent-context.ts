import { SessionError, type ContextBlob, type JournalStore, type Message } from "@skein/protocol";
import { modelContext, readAll } from "@skein/sessions";

/** What the model would be sent now. */
export interface SentContext extends Partial<ContextBlob> {
  readonly messages: readonly Message[];
}

/** @returns without `system` and `tools` when no request was ever made. Throws `SessionError`. */
export async function sentContext(store: JournalStore, session: string): Promise<SentContext> {
  const entries = await readAll(store, session);
  const messages = modelContext(entries);
  const last = entries.findLast((entry) => entry.kind === "context");
  if (last === undefined) return { messages };
  const bytes = await store.blob(session, last.hash);
  if (!bytes) {
    throw new SessionError("damaged", `Session ${session} has lost what its model was told (${last.hash}).`, {
      hint: "The conversation itself is there.",
      nextStep: { do: "show-conversation" },
    });
  }
  return { ...(JSON.parse(new TextDecoder().decode(bytes)) as ContextBlob), messages };
}
