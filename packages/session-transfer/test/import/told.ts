import { extractText, type Entry, type EntryOf } from "@skein/protocol";
import { conversation } from "@skein/sessions";

/** A session in a few words, as people read it. */
export function told(entries: readonly Entry[]): string[] {
  return conversation(entries).flatMap(({ items, outcome }) => [
    ...items.map((item) => {
      switch (item.type) {
        case "user":
          return `${item.from}: ${extractText(item.content)}`;
        case "call":
          return `${item.name} ${JSON.stringify(item.input ?? item.raw)} = ${extractText(item.result?.content ?? [])}`;
        case "compaction":
          return `compaction: ${item.summary}`;
        default:
          return `${item.type}: ${item.text}`;
      }
    }),
    ...(outcome ? [outcome.name] : []),
  ]);
}

export function ofKind<Kind extends Entry["kind"]>(entries: readonly Entry[], kind: Kind): EntryOf<Kind>[] {
  return entries.filter((entry): entry is Entry & EntryOf<Kind> => entry.kind === kind);
}
