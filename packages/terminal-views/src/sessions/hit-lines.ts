import type { SearchHit, ListedSession } from "@skein/runtime";
import { cleanText, type Paint, shortTime } from "@skein/terminal";
import type { Summary } from "./summary-words.ts";

/** One session's part of a search: what it is, and a line for each place that was found in it. */
export function hitLines(
  session: string,
  hits: readonly SearchHit[],
  { line, paint }: { readonly line: ListedSession | undefined; readonly paint: Paint },
): readonly string[] {
  const summary = line && "summary" in line ? line.summary : undefined;
  return [headOf(session, summary, paint), ...hits.map((hit) => hitLine(hit, paint))];
}

function headOf(session: string, summary: Summary | undefined, paint: Paint): string {
  const { name, cwd, lastAt } = summary ?? {};
  const about = [name === undefined ? undefined : session, cwd, shortTime(lastAt, new Date())];
  const rest = about.filter((word) => word !== undefined && word !== "").join(" · ");
  return `${paint("bold", cleanText(name ?? session))}  ${paint("dim", cleanText(rest))}`;
}

/** `    12 user  …what was **found** and what stands around it…` */
function hitLine({ seq, role, isRewound, snippet }: SearchHit, paint: Paint): string {
  const mark = isRewound ? paint("yellow", "(rewound) ") : "";
  const before = snippet.isCutBefore ? "…" : "";
  const after = snippet.isCutAfter ? "…" : "";
  const place = paint("dim", `${String(seq).padStart(6)} ${role.padEnd(9)}`);
  return `${place} ${mark}${before}${marked(snippet, paint)}${after}`;
}

function marked({ text, marks }: SearchHit["snippet"], paint: Paint): string {
  let at = 0;
  let line = "";
  for (const [from, to] of marks) {
    line += oneLine(text.slice(at, from)) + paint("bold", paint("yellow", oneLine(text.slice(from, to))));
    at = to;
  }
  return line + oneLine(text.slice(at));
}

function oneLine(text: string): string {
  return cleanText(text.replaceAll(/\s+/g, " "));
}
