import { exitCodes, counted } from "@skein/protocol";
import type { SearchOptions, Sessions } from "@skein/runtime";
import type { SearchHit } from "@skein/sessions/search";
import type { ListedSession } from "@skein/sessions";
import { paintFor, sayDuring } from "@skein/terminal";
import { abortOnSignals } from "../signals.ts";
import { note, printJson } from "../print.ts";
import { hitBlocks } from "@skein/terminal-chat/sessions";
import { openElsewhere } from "@skein/session-processes/background";
import { thisMachine } from "../machine.ts";
import { wayBack } from "./way-back.ts";

export interface SearchRequest {
  readonly query: string;
  /** Only in sessions of this folder and those in it; `undefined`: in all. */
  readonly cwd: string | undefined;
  readonly filter: Omit<SearchOptions, "cwd" | "signal">;
  readonly asJson: boolean;
}

export async function searchSessions(sessions: Sessions, request: SearchRequest): Promise<number> {
  const { query, cwd, filter, asJson } = request;
  using stop = abortOnSignals();
  const { signal } = stop;
  try {
    const options = { ...filter, signal };
    const found = await sayDuring(process.stderr, "Reading what is new in the sessions", () =>
      sessions.search(query, cwd === undefined ? options : { ...options, cwd }),
    );
    const listed = await sessions.list();
    if (asJson) printJson({ query, hits: found, unreadable: damagedIn(listed) });
    else show(found, listed, await openElsewhere(thisMachine(), sessions));
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
    if (!signal.aborted) throw error;
    return stop.exitCode();
  }
}

function show(
  found: readonly SearchHit[],
  listed: readonly ListedSession[],
  open: ReadonlyMap<string, number>,
): void {
  const commands = (session: string) =>
    `skein session show ${session}   ${wayBack(session, open.get(session))}`;
  const blocks = hitBlocks(found, listed, { paint: paintFor(process.stdout), commands });
  if (blocks.length > 0) process.stdout.write(`${blocks.join("\n\n")}\n`);
  const unreadable = damagedIn(listed);
  if (unreadable.length > 0)
    note(`${counted(unreadable.length, "session")} could not be read: ${unreadable.slice(0, 5).join(", ")}`);
}

function damagedIn(listed: readonly ListedSession[]): readonly string[] {
  return listed.flatMap((line) => ("summary" in line ? [] : [line.session]));
}
