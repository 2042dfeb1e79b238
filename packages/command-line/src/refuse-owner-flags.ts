import { SessionError } from "@skein/protocol";
import type { LiveSession } from "@skein/host";

interface OwnerFlags {
  readonly cwd?: string | undefined;
  readonly debug?: boolean | undefined;
  readonly "no-recipe"?: boolean | undefined;
  readonly "trust-hash"?: readonly string[] | undefined;
}

/**
 * Refuses flags that only the process that has a session open could obey: its working folder, its requests to
 * models, and its recipe.
 * What the host can refuse, `Host.open` has refused. Throws `SessionError` `locked`.
 */
export function refuseOwnerFlags(
  { id, owner, settings }: Pick<LiveSession, "id" | "owner" | "settings">,
  flags: OwnerFlags,
  cwd: string,
): void {
  if (!owner) return;
  const folder = settings().cwd;
  const refused = [
    ...(flags.cwd !== undefined && cwd !== folder ? ["--cwd"] : []),
    ...(flags.debug ? ["--debug"] : []),
    ...(flags["no-recipe"] ? ["--no-recipe"] : []),
    ...(flags["trust-hash"] === undefined ? [] : ["--trust-hash"]),
  ];
  if (refused.length === 0) return;
  const message = `Session ${id} is in use by process ${owner.pid}, in ${folder}. It cannot obey ${refused.join(" and ")} from here.`;
  throw new SessionError("locked", message, { nextStep: { do: "join-session", session: id } });
}
