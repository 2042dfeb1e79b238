import type { AgentSettings, Runtime } from "@skein/runtime";

/** Where a session is to be forked. */
export interface ForkPoint {
  /** The last entry that the fork has. Default: the session's last one. */
  readonly at?: number | undefined;
}

/** Forks the session that settings resume, provided that its model can be used. @returns the id of the fork. */
export async function forkSession(
  { model, sessions }: Pick<Runtime, "model" | "sessions">,
  settings: Pick<AgentSettings, "provider" | "model" | "cwd"> & { readonly session: string },
  { at }: ForkPoint = {},
): Promise<string> {
  await model(settings.provider, settings.model, { cwd: settings.cwd });
  return sessions.fork(settings.session, { at });
}
