import { exitCodeOfSignal, exitCodes } from "@skein/protocol";
import type { Hit, ListedSession, SearchOptions, Sessions } from "@skein/runtime";
import { shortTime } from "../output/when.ts";
import { watchSignals } from "../signals.ts";
import { cleanText } from "../terminal/clean-text.ts";
import { paintFor, type Paint } from "../terminal/style.ts";
import { during } from "./during.ts";
import { counted, note, printJson } from "./say.ts";

export interface SearchRequest {
  readonly query: string;
  /** Only in sessions of this folder and those in it; `undefined`: in all. */
  readonly cwd: string | undefined;
  readonly filter: Omit<SearchOptions, "cwd" | "signal">;
  readonly asJson: boolean;
}

export async function searchSessions(sessions: Sessions, request: SearchRequest): Promise<number> {
  const { query, cwd, filter, asJson } = request;
  const stopper = new AbortController();
  using signals = watchSignals((reason) => stopper.abort(new Error(reason)));
  const { signal } = stopper;
  try {
    const options = { ...filter, signal };
    const found = await during("Reading what is new in the sessions", () =>
      sessions.search(query, cwd === undefined ? options : { ...options, cwd }),
    );
    const listed = await sessions.list();
    if (asJson) printJson({ query, hits: found, unreadable: damagedIn(listed) });
    else show(found, listed);
    if (!asJson && found.length === 0) {
      const others =
        cwd === undefined ? 0 : (await sessions.search(query, { ...options, limit: 1000 })).length;
      note(
        others > 0
          ? `Nothing found here; ${counted(others, "place")} elsewhere: --all`
          : "Nothing was found.",
      );
    }
    return exitCodes.done;
  } catch (error) {
    const received = signals.received();
    if (!signal.aborted) throw error;
    return received === undefined ? exitCodes.done : exitCodeOfSignal[received];
  }
}

function show(found: readonly Hit[], listed: readonly ListedSession[]): void {
  const paint = paintFor(process.stdout);
  const lines = new Map(listed.map((line) => [line.session, line]));
  const groups = [...Map.groupBy(found, ({ session }) => session)];
  const blocks = groups.map(([session, hits]) => {
    const line = lines.get(session);
    return [
      headOf(session, line && "summary" in line ? line.summary : undefined, paint),
      ...hits.map((hit) => hitLine(hit, paint)),
      paint("dim", `  skein session show ${session}   skein resume ${session}`),
    ].join("\n");
  });
  if (blocks.length > 0) process.stdout.write(`${blocks.join("\n\n")}\n`);
  const unreadable = damagedIn(listed);
  if (unreadable.length > 0) {
    note(`${counted(unreadable.length, "session")} could not be read: ${unreadable.slice(0, 5).join(", ")}`);
  }
}

function damagedIn(listed: readonly ListedSession[]): readonly string[] {
  return listed.flatMap((line) => ("summary" in line ? [] : [line.session]));
}

function headOf(
  session: string,
  summary: Extract<ListedSession, { summary: unknown }>["summary"] | undefined,
  paint: Paint,
): string {
  const { name, cwd, lastAt } = summary ?? {};
  const about = [name === undefined ? undefined : session, cwd, shortTime(lastAt, new Date())];
  const rest = about.filter((word) => word !== undefined && word !== "").join(" · ");
  return `${paint("bold", cleanText(name ?? session))}  ${paint("dim", cleanText(rest))}`;
}

/** `    12 user  …what was **found** and what stands around it…` */
function hitLine({ seq, role, isRewound, snippet }: Hit, paint: Paint): string {
  const mark = isRewound ? paint("yellow", "(rewound) ") : "";
  const before = snippet.isCutBefore ? "…" : "";
  const after = snippet.isCutAfter ? "…" : "";
  const place = paint("dim", `${String(seq).padStart(6)} ${role.padEnd(9)}`);
  return `${place} ${mark}${before}${marked(snippet, paint)}${after}`;
}

function marked({ text, marks }: Hit["snippet"], paint: Paint): string {
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
