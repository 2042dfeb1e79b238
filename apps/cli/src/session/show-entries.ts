import { oneOf } from "@skein/command-line";
import type { Entry } from "@skein/protocol";
import type { Sessions } from "@skein/runtime";
import { entryLines } from "@skein/terminal-chat/sessions";
import { readEntries } from "@skein/host/sessions";
import { sayDamage } from "./say-damage.ts";
import { note, printJson } from "../print.ts";

export interface EntryFilter {
  readonly from: number;
  readonly to: number;
  readonly kind: string | undefined;
}

/** The journal, a line for each entry. Marked are those that a rewind took back. */
export async function showEntries(
  sessions: Sessions,
  session: string,
  { asJson, ...filter }: EntryFilter & { readonly asJson: boolean },
): Promise<number> {
  const { entries, damage } = await readEntries(sessions, session);
  const shown = chosen(entries, filter);
  if (asJson) printJson({ id: session, entries: shown, ...(damage && { damaged: damage.message }) });
  else {
    const { stdout } = process;
    const { lines, isMarked } = entryLines(entries, shown, stdout);
    for (const line of lines) stdout.write(`${line}\n`);
    if (isMarked) note("-: undone by a rewind. You can still go back to it.");
  }
  return sayDamage(damage);
}

/** Throws `ConfigError` for a kind that the session has none of. */
function chosen(entries: readonly Entry[], { from, to, kind }: EntryFilter): readonly Entry[] {
  const kinds = [...new Set<string>(entries.map((entry) => entry.kind))].toSorted();
  if (kind !== undefined) oneOf(kind, kinds, `--kind: there is no entry of the kind "${kind}" here.`);
  return entries.filter(
    (entry) => entry.seq >= from && entry.seq <= to && (kind === undefined || entry.kind === kind),
  );
}
