import { effectiveEntries, extractText, type Entry, type JournalStore } from "@skein/protocol";

/** What the user has written in a session, without what hooks, recipes, subagents and the agent have added. */
export async function userWords(
  journal: Pick<JournalStore, "read">,
  session: string,
): Promise<readonly string[]> {
  const found: Entry[] = [];
  for await (const entry of journal.read(session, 1, ["user-message", "rewind"])) found.push(entry);
  return effectiveEntries(found).flatMap((entry) =>
    entry.kind === "user-message" && (entry.from === "user" || entry.from === "steer")
      ? [extractText(entry.content)]
      : [],
  );
}
