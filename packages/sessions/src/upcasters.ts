import { storedOutcome, type JsonValue, type OutcomeName } from "@skein/protocol";

/** An entry as it was written, possibly by an older version of this package. */
export interface WrittenEntry {
  readonly v: number;
  readonly seq: number;
  readonly at: number;
  readonly run: string | null;
  readonly kind: string;
  readonly [field: string]: JsonValue | undefined;
}

/** Converts version `v` of a kind to `v + 1`. The caller increments the number. */
export type Upcaster = (entry: WrittenEntry) => WrittenEntry;

/** kind → version → how to get to the next one. */
export type Upcasters = { readonly [kind: string]: { readonly [version: number]: Upcaster } };

/** What this version of Skein upgrades. */
export const upcasters: Upcasters = {
  outcome: { 1: (entry) => ({ ...entry, outcome: storedOutcome(entry["outcome"] as OutcomeName) }) },
};

/** Upgrades an entry as far as the table goes. Unknown kinds and versions stay unchanged. */
export function upcast(entry: WrittenEntry, table: Upcasters): WrittenEntry {
  let lifted = entry;
  for (;;) {
    const versions = Object.hasOwn(table, lifted.kind) ? table[lifted.kind] : undefined;
    const next = versions?.[lifted.v];
    if (next === undefined) return lifted;
    lifted = { ...next(lifted), v: lifted.v + 1 };
  }
}
