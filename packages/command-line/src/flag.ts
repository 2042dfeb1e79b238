import type { CompletableFlag } from "./completion/complete-words.ts";

/**
 * One flag of a command: what parsing, checking and `--help` need to know of it. What `suggests` does not say a shell
 * guesses: files for FILE, folders for DIR, and otherwise nothing.
 */
export interface Flag extends CompletableFlag {
  /** Whether the value may be left out, at the end or before another flag; it is empty then. */
  readonly optional?: true;
  /** Another name of this flag, which it is read as. */
  readonly sameAs?: string;
}

export type Flags = Readonly<Record<string, Flag>>;

/** Some flags of a table, in this order. */
export function onlyFlags<Table extends Flags, Name extends keyof Table & string>(
  table: Table,
  ...names: readonly Name[]
): Pick<Table, Name> {
  return Object.fromEntries(names.map((name) => [name, table[name]])) as Pick<Table, Name>;
}

/** A table without these flags. */
export function withoutFlags<Table extends Flags, Name extends keyof Table & string>(
  table: Table,
  ...names: readonly Name[]
): Omit<Table, Name> {
  const left = Object.entries(table).filter(([name]) => !names.some((one) => one === name));
  return Object.fromEntries(left) as unknown as Omit<Table, Name>;
}
