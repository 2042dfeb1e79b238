/** One flag of a command: what parsing, checking and `--help` need to know of it. */
export interface Flag {
  readonly short?: string;
  /** Shown for the value; a flag without one is a switch. */
  readonly value?: string;
  readonly repeatable?: true;
  /** Another name of this flag, which it is read as. */
  readonly sameAs?: string;
  readonly description: string;
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
