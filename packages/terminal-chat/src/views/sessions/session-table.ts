import type { ListedSession } from "@skein/sessions";
import { cleanText, shortTime } from "@skein/terminal";
import { table, widthOf } from "@skein/terminal/table";
import { summaryCost, marksOf, type Summary } from "./summary-words.ts";

export interface TableLook {
  readonly stream: NodeJS.WriteStream;
  readonly now: Date;
  /** A block of rows under each folder, in the order of their newest session. */
  readonly byFolder: boolean;
}

/** A session a row. */
export function sessionTable(lines: readonly ListedSession[], look: TableLook): string {
  if (!look.byFolder) return rowsOf(lines, look);
  const folders = Map.groupBy(lines, (line) => ("summary" in line ? (line.summary.cwd ?? "") : ""));
  const blocks = [...folders].map(
    ([folder, inside]) =>
      `${folder === "" ? "(folder not known)" : cleanText(folder)}\n${rowsOf(inside, look)}`,
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

function rowsOf(lines: readonly ListedSession[], { stream, now }: TableLook): string {
  const rows = lines.map((line) => {
    if (!("summary" in line)) return [line.session, "", "damaged", "", "", line.damaged];
    const { lastAt, state, turns } = line.summary;
    const when = shortTime(lastAt, now);
    return [
      line.session,
      when,
      state ?? "new",
      String(turns),
      summaryCost(line.summary),
      wordsOf(line.summary),
    ];
  });
  return table(columns, rows, widthOf(stream));
}

/** `(fork) the name: what was asked first` */
function wordsOf(summary: Summary): string {
  const { name, firstText = "" } = summary;
  const marks = marksOf(summary);
  const said = firstText.slice(0, 200);
  const words = name === undefined ? said : `${name}: ${said}`;
  return marks.length === 0 ? words : `(${marks.join(", ")}) ${words}`;
}
