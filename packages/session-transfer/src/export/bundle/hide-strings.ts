import { mapStrings, type Entry } from "@skein/protocol";

/** Takes secrets out of a text. Must answer the same for the same text. */
export type Hide = (text: string) => string;

/** The entry with `hide` applied to all its strings but the name of its kind. */
export function hideEntry(entry: Entry, hide: Hide): Entry {
  return mapStrings(entry, hide, (field, owner) => owner === entry && field === "kind");
}
