import { SessionError } from "@skein/protocol";
import type { ListedSession } from "@skein/sessions";

/**
 * Refuses to choose where a damaged session, of which not even the name and the folder can be read, might be the one that is
 * meant: it was written later than what was found.
 *
 * @param listed - the newest first. @param found - what was found otherwise.
 * Throws `SessionError` `damaged`.
 */
export function refuseUnplaced(
  listed: readonly ListedSession[],
  found: ListedSession | undefined,
  { name, cwd }: { readonly name?: string | undefined; readonly cwd: string },
): void {
  const newer = found === undefined ? listed : listed.slice(0, listed.indexOf(found));
  const ids = newer.flatMap((line) =>
    "summary" in line || line.child || (name === undefined && line.cwd !== undefined) ? [] : [line.session],
  );
  const [first] = ids;
  if (first === undefined) return;
  const meant = name === undefined ? `The last session of ${cwd}` : `The session named "${name}"`;
  const which = ids.length > 3 ? `${ids.slice(0, 3).join(", ")}, …` : ids.join(", ");
  const them =
    ids.length === 1
      ? `session ${which} is damaged, and may be it`
      : `sessions ${which} are damaged, and one may be it`;
  throw new SessionError("damaged", `${meant} cannot be told: ${them}.`, {
    nextStep: {
      do: "remove-damaged-session",
      session: first,
      ...(found === undefined ? {} : { readable: found.session }),
    },
  });
}
