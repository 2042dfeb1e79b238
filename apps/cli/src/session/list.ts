import { ConfigError } from "@skein/protocol";
import type { ListedSession, Runtime } from "@skein/runtime";
import { table, widthOf } from "../output/table.ts";
import { shortTime } from "../output/when.ts";
import { cleanText } from "../terminal/clean-text.ts";

const defaultLimit = 20;

/** @returns `Infinity` for 0. Throws `ConfigError`. */
export function readLimit(text: string | undefined): number {
  if (text === undefined) return defaultLimit;
  if (/^\d{1,9}$/.test(text)) return Number(text) === 0 ? Infinity : Number(text);
  throw new ConfigError("usage", `--limit cannot be "${text}".`, { hint: "Give a whole number; 0 for all." });
}

export interface ListOptions {
  /** Sessions of this folder only; `undefined`: of all. */
  readonly cwd: string | undefined;
  readonly limit: number;
  readonly asJson: boolean;
}

export async function listSessions(runtime: Runtime, { cwd, limit, asJson }: ListOptions): Promise<number> {
  const all = await runtime.sessions();
  // Where a damaged one was held cannot be told, so it is shown everywhere.
  const found = all.filter((line) => cwd === undefined || !("summary" in line) || line.summary.cwd === cwd);
  const shown = found.slice(0, limit);
  const { stdout, stderr } = process;
  if (asJson) {
    stdout.write(`${JSON.stringify({ sessions: shown.map(asObject), total: found.length }, undefined, 2)}\n`);
    return 0;
  }
  if (shown.length > 0) stdout.write(cwd === undefined ? byFolder(shown) : rowsOf(shown));
  for (const note of notes(all.length, found.length, { shown: shown.length, cwd })) stderr.write(`${note}\n`);
  return 0;
}

function notes(
  all: number,
  found: number,
  { shown, cwd }: { readonly shown: number; readonly cwd: string | undefined },
): readonly string[] {
  const others = all - found;
  return [
    ...(found === 0
      ? [cwd === undefined ? "There are no sessions yet." : "No session was held here yet."]
      : []),
    ...(found > shown ? [`${found - shown} more: --limit 0`] : []),
    ...(others > 0 ? [`${others} in other folders: --all`] : []),
  ];
}

/** One object per session; times in milliseconds since the epoch, `null` for what is not known. */
function asObject(line: ListedSession): object {
  if (!("summary" in line)) return { id: line.session, state: "damaged", problem: line.damaged };
  const { name, cwd, startedAt, lastAt, firstText, turns, state, provider, model } = line.summary;
  const known = { name, cwd, startedAt, lastAt, state, turns, provider, model, firstText };
  return {
    id: line.session,
    ...Object.fromEntries(Object.entries(known).map(([key, value]) => [key, value ?? null])),
  };
}

/** A block of rows under each folder, in the order of their newest session. */
function byFolder(lines: readonly ListedSession[]): string {
  const folders = Map.groupBy(lines, (line) => ("summary" in line ? (line.summary.cwd ?? "") : ""));
  const blocks = [...folders].map(
    ([folder, inside]) => `${folder === "" ? "(folder not known)" : cleanText(folder)}\n${rowsOf(inside)}`,
  );
  return blocks.join("\n");
}

const columns = [
  { title: "SESSION" },
  { title: "WHEN" },
  { title: "STATE" },
  { title: "TURNS", align: "right" },
  { title: "FIRST WORDS", isFlexible: true },
] as const;

function rowsOf(lines: readonly ListedSession[]): string {
  const now = new Date();
  const rows = lines.map((line) => {
    if (!("summary" in line)) return [line.session, "", "damaged", "", line.damaged];
    const { lastAt, state, turns, name, firstText } = line.summary;
    const words = (firstText ?? "").slice(0, 200);
    const said = name === undefined ? words : `${name}: ${words}`;
    return [line.session, shortTime(lastAt, now), state ?? "new", String(turns), said];
  });
  return table(columns, rows, widthOf(process.stdout));
}
