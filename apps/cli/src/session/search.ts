import { exitCodeOfSignal, exitCodes } from "@skein/protocol";
import type { SearchHit, ListedSession, SearchOptions, Sessions } from "@skein/runtime";
import { paintFor, sayDuring } from "@skein/terminal";
import { watchSignals } from "../signals.ts";
import { note, printJson } from "../print.ts";
import { hitLines } from "@skein/terminal-views/sessions";
import { counted } from "@skein/session-view/text";

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
    const found = await sayDuring(process.stderr, "Reading what is new in the sessions", () =>
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

function show(found: readonly SearchHit[], listed: readonly ListedSession[]): void {
  const paint = paintFor(process.stdout);
  const lines = new Map(listed.map((line) => [line.session, line]));
  const groups = [...Map.groupBy(found, ({ session }) => session)];
  const blocks = groups.map(([session, hits]) => {
    return [
      ...hitLines(session, hits, { line: lines.get(session), paint }),
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
