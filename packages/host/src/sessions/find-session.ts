import { nearestWord } from "@skein/platform/words";
import { SessionError } from "@skein/protocol";
import type { Sessions } from "@skein/runtime";
import type { ListedSession } from "@skein/sessions";
import { isHeldIn } from "./folders/held-in.ts";
import { refuseUnplaced } from "./refuse-unplaced.ts";
import { withoutSubagents } from "./subagents-of.ts";

const nextStep = { do: "list-sessions" } as const;

/**
 * A session by its id, the beginning of its id, or its name (the newest of that name, one of a subagent only when no
 * other has it); without any of it the last one of the folder that is no subagent's. Throws `SessionError` `not-found`.
 */
export async function findSession(
  { sessions }: { readonly sessions: Pick<Sessions, "list"> },
  wanted: string | undefined,
  cwd: string,
): Promise<string> {
  const listed = await sessions.list();
  const own = withoutSubagents(listed);
  if (wanted === undefined) {
    // A damaged one too: what can be read of it is shown, and what cannot be done with it is said.
    const last = own.find((line) => isHeldIn("summary" in line ? line.summary : line, cwd));
    refuseUnplaced(own, last, { cwd });
    if (last) return last.session;
    throw new SessionError("not-found", `No session was held in ${cwd} yet.`, { nextStep });
  }
  const ids = listed.map(({ session }) => session);
  if (ids.includes(wanted)) return wanted;
  const isNamed = (line: ListedSession) => "summary" in line && line.summary.name === wanted;
  const named = own.find(isNamed) ?? listed.find(isNamed);
  if (named) return named.session;
  const begun = wanted === "" ? [] : ids.filter((id) => id.startsWith(wanted));
  if (begun.length === 1) return begun[0]!;
  if (begun.length > 1) {
    throw new SessionError("not-found", `${begun.length} sessions begin with ${wanted}.`, {
      hint: `Give more of the id: ${begun.slice(0, 3).join(", ")}`,
    });
  }
  const names = own.flatMap((line) => ("summary" in line ? (line.summary.name ?? []) : []));
  const guess = nearestWord(wanted, [...names, ...ids]);
  throw new SessionError("not-found", `There is no session "${wanted}".`, {
    ...(guess === undefined ? {} : { hint: `Did you mean "${guess}"?` }),
    nextStep,
  });
}
