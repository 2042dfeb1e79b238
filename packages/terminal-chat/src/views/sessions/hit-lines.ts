import type { SearchHit } from "@skein/sessions/search";
import type { ListedSession } from "@skein/sessions";
import { cleanText, type Paint, shortTime } from "@skein/terminal";
import type { Summary } from "./summary-words.ts";

export interface HitLook {
  readonly paint: Paint;
  /** What can be typed to see more of a session. */
  readonly commands: (session: string) => string;
}

/** A block for each session of a search: what it is, and a line for each place that was found in it. */
export function hitBlocks(
  found: readonly SearchHit[],
  listed: readonly ListedSession[],
  { paint, commands }: HitLook,
): readonly string[] {
  const lines = new Map(listed.map((line) => [line.session, line]));
  return [...Map.groupBy(found, ({ session }) => session)].map(([session, hits]) => {
    const line = lines.get(session);
    const summary = line && "summary" in line ? line.summary : undefined;
    const head = headOf(session, summary, paint);
    return [head, ...hits.map((hit) => hitLine(hit, paint)), paint("dim", `  ${commands(session)}`)].join(
      "\n",
    );
  });
}

function headOf(session: string, summary: Summary | undefined, paint: Paint): string {
  const { name, cwd, lastAt } = summary ?? {};
  const about = [name === undefined ? undefined : session, cwd, shortTime(lastAt, new Date())];
  const rest = about.filter((word) => word !== undefined && word !== "").join(" · ");
  return `${paint("bold", cleanText(name ?? session))}  ${paint("dim", cleanText(rest))}`;
}

/** `    12 user  …what was **found** and what stands around it…` */
function hitLine({ seq, role, isRewound, snippet }: SearchHit, paint: Paint): string {
  const mark = isRewound ? paint("warning", "(rewound) ") : "";
  const before = snippet.isCutBefore ? "…" : "";
  const after = snippet.isCutAfter ? "…" : "";
  const place = paint("dim", `${String(seq).padStart(6)} ${role.padEnd(9)}`);
  return `${place} ${mark}${before}${marked(snippet, paint)}${after}`;
}

function marked({ text, marks }: SearchHit["snippet"], paint: Paint): string {
  let at = 0;
  let line = "";
  for (const [from, to] of marks) {
    line +=
      cleanExcerpt(text.slice(at, from)) + paint("bold", paint("accent", cleanExcerpt(text.slice(from, to))));
    at = to;
  }
  return line + cleanExcerpt(text.slice(at));
}

function cleanExcerpt(text: string): string {
  return cleanText(text.replaceAll(/\s+/g, " "));
}
