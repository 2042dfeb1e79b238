import type { ListedSession, Sessions } from "@skein/runtime";
import { table, widthOf } from "../output/table.ts";
import { shortTime } from "../output/when.ts";
import { cleanText } from "../terminal/clean-text.ts";
import { note, printJson } from "./say.ts";
import { withoutSubagents } from "@skein/host/sessions";
import { costText, marksOf, type Summary } from "./summary-words.ts";

export interface ListOptions {
  /** Sessions of this folder only; `undefined`: of all. */
  readonly cwd: string | undefined;
  readonly limit: number;
  /** Those of subagents too. */
  readonly subagents: boolean;
  readonly asJson: boolean;
}

export async function listSessions(
  sessions: Sessions,
  { cwd, limit, subagents, asJson }: ListOptions,
): Promise<number> {
  const listed = await sessions.list();
  const all = subagents ? listed : withoutSubagents(listed);
  const found = all.filter((line) => cwd === undefined || isOf(line, cwd));
  const shown = found.slice(0, limit);
  if (asJson) {
    printJson({ sessions: shown.map(asObject), total: found.length });
    return 0;
  }
  if (shown.length > 0) process.stdout.write(cwd === undefined ? byFolder(shown) : rowsOf(shown));
  const asking = shown.filter((line) => "summary" in line && line.summary.state === "needs-input").length;
  if (asking > 0) note(`${asking} with the state needs-input: skein session answer ID`);
  for (const line of notes(all.length, found.length, { shown: shown.length, cwd })) note(line);
  return 0;
}

/** A damaged one whose folder cannot be told is shown everywhere. */
function isOf(line: ListedSession, cwd: string): boolean {
  return "summary" in line ? line.summary.cwd === cwd : line.cwd === undefined || line.cwd === cwd;
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
  const { parent, child, isRewound, costUsd, hasUnknownCost } = line.summary;
  const known = { name, cwd, startedAt, lastAt, state, turns, provider, model, firstText, parent, child };
  return {
    id: line.session,
    ...Object.fromEntries(Object.entries(known).map(([key, value]) => [key, value ?? null])),
    isRewound,
    costUsd,
    hasUnknownCost,
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
  { title: "COST", align: "right" },
  { title: "NAME: FIRST WORDS", isFlexible: true },
] as const;

function rowsOf(lines: readonly ListedSession[]): string {
  const now = new Date();
  const rows = lines.map((line) => {
    if (!("summary" in line)) return [line.session, "", "damaged", "", "", line.damaged];
    const { lastAt, state, turns } = line.summary;
    const when = shortTime(lastAt, now);
    return [line.session, when, state ?? "new", String(turns), costText(line.summary), wordsOf(line.summary)];
  });
  return table(columns, rows, widthOf(process.stdout));
}

/** `(fork) the name: what was asked first` */
function wordsOf(summary: Summary): string {
  const { name, firstText = "" } = summary;
  const marks = marksOf(summary);
  const said = firstText.slice(0, 200);
  const words = name === undefined ? said : `${name}: ${said}`;
  return marks.length === 0 ? words : `(${marks.join(", ")}) ${words}`;
}
