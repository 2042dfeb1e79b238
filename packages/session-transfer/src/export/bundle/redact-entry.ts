import { mapStrings, type Entry } from "@skein/protocol";

/** Takes secrets out of a text. Must answer the same for the same text. */
export type RedactText = (text: string) => string;

/** The entry with `hide` applied to all its strings but the name of its kind. */
export function redactEntry(entry: Entry, hide: RedactText): Entry {
  return mapStrings(entry, hide, (field, owner) => owner === entry && field === "kind");
}
