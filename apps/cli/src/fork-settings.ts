import type { AgentSettings, Runtime } from "@skein/runtime";
import type { ForkChoice } from "./arguments/choose-session.ts";

export interface ForkSettings extends ForkChoice {
  /** Is told which session it is now. */
  readonly say: (text: string) => void;
}

/** Forks the session that settings go on with. @returns the same settings on the fork. */
export async function forkSettings<Settings extends AgentSettings>(
  runtime: Runtime,
  settings: Settings,
  { at, say }: ForkSettings,
): Promise<Settings & { readonly session: string }> {
  const { provider, model, session: parent = "" } = settings;
  await runtime.model(provider, model); // no fork that nobody could work on
  const session = await runtime.sessions.fork(parent, { at });
  say(`Session ${session} is a fork of ${parent}${at === undefined ? "" : ` at entry ${at}`}.`);
  return { ...settings, session };
}
