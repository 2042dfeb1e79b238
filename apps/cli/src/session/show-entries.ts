import { ConfigError, standing, type Entry } from "@skein/protocol";
import type { Sessions } from "@skein/runtime";
import { nearestWord } from "@skein/settings";
import { cleanText } from "../terminal/clean-text.ts";
import { paintFor } from "../terminal/style.ts";
import { entryWords } from "./entry-words.ts";
import { readEntries } from "./read-entries.ts";
import { sayDamage } from "./say-damage.ts";
import { note, printJson } from "./say.ts";

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
  else showLines(entries, shown);
  return sayDamage(damage);
}

/** Throws `ConfigError` for a kind that the session has none of. */
function chosen(entries: readonly Entry[], { from, to, kind }: EntryFilter): readonly Entry[] {
  const kinds = [...new Set<string>(entries.map((entry) => entry.kind))].toSorted();
  if (kind !== undefined && !kinds.includes(kind)) {
    const guess = nearestWord(kind, kinds);
    throw new ConfigError("usage", `--kind: there is no entry of the kind "${kind}" here.`, {
      hint: guess === undefined ? `There are: ${kinds.join(", ")}.` : `Did you mean ${guess}?`,
    });
  }
  return entries.filter(
    (entry) => entry.seq >= from && entry.seq <= to && (kind === undefined || entry.kind === kind),
  );
}

function showLines(all: readonly Entry[], shown: readonly Entry[]): void {
  const { stdout } = process;
  const paint = paintFor(stdout);
  const stands = new Set(standing(all).map(({ seq }) => seq));
  const room = Math.max(4, String(all.at(-1)?.seq ?? 0).length);
  const kindRoom = Math.max(...shown.map(({ kind }) => kind.length), 0);
  let isMarked = false;
  for (const entry of shown) {
    const isTaken = !stands.has(entry.seq) && entry.kind !== "rewind";
    if (isTaken) isMarked = true;
    const place = `${String(entry.seq).padStart(room)} ${isTaken ? "-" : " "} ${clock(entry.at)}`;
    const words = entryWords(entry).slice(0, 1000).replaceAll(/\s+/g, " ");
    const line = cleanText(`${place}  ${entry.kind.padEnd(kindRoom)}  ${words}`);
    const clipped = clip(line.trimEnd(), stdout.columns ?? 120);
    stdout.write(`${isTaken ? paint("dim", clipped) : clipped}\n`);
  }
  if (isMarked) note("-: taken back by a rewind. It can be gone back to all the same.");
}

function clock(at: number): string {
  const time = new Date(at);
  const two = (value: number) => String(value).padStart(2, "0");
  const day = `${time.getFullYear()}-${two(time.getMonth() + 1)}-${two(time.getDate())}`;
  return `${day} ${two(time.getHours())}:${two(time.getMinutes())}:${two(time.getSeconds())}`;
}

function clip(text: string, most: number): string {
  return text.length <= most ? text : `${text.slice(0, most - 1)}…`;
}
