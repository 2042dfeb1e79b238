/** One flag of a command: what parsing, checking and `--help` need to know of it. */
export interface Flag {
  readonly short?: string;
  /** Shown for the value; a flag without one is a switch. */
  readonly value?: string;
  readonly repeatable?: true;
  /** Whether the value may be left out, at the end or before another flag; it is empty then. */
  readonly optional?: true;
  /** Another name of this flag, which it is read as. */
  readonly sameAs?: string;
  /** What a shell offers for the value. Default: files for FILE, folders for DIR, and otherwise nothing. */
  readonly suggests?: Suggests;
  readonly description: string;
}

/** What a shell completes: these words, or what there is of a kind on this machine. */
export type Suggests = readonly string[] | SuggestedKind;

export type SuggestedKind =
  | "files"
  | "folders"
  | "sessions"
  | "recipes"
  | "providers"
  | "modes"
  | "agents"
  | "builtins"
  | "shells";

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
