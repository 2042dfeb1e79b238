import type { JsonValue } from "@skein/protocol";

/** An entry as it was written, maybe by an older version of this package. */
export interface WrittenEntry {
  readonly v: number;
  readonly seq: number;
  readonly at: number;
  readonly run: string | null;
  readonly kind: string;
  readonly [field: string]: JsonValue | undefined;
}

/** Makes version `v + 1` of a kind from version `v`. The number itself is raised by whoever calls it. */
export type Upcaster = (entry: WrittenEntry) => WrittenEntry;

/** kind → version → how to get to the next one. */
export type Upcasters = { readonly [kind: string]: { readonly [version: number]: Upcaster } };

/** What this version of Skein lifts. Every kind is still in its first version. */
export const upcasters: Upcasters = {};

/** Lifts an entry as far as the table goes. A kind or version that the table does not know stays as it is. */
export function lift(entry: WrittenEntry, table: Upcasters): WrittenEntry {
  let lifted = entry;
  for (;;) {
    const versions = Object.hasOwn(table, lifted.kind) ? table[lifted.kind] : undefined;
    const next = versions?.[lifted.v];
    if (next === undefined) return lifted;
    lifted = { ...next(lifted), v: lifted.v + 1 };
  }
}
