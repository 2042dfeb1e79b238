import { ConfigError, type Entry } from "@skein/protocol";
import { collectEntries } from "@skein/host/sessions";
import type { CommandScope } from "./command.ts";

type Scope = Pick<CommandScope, "runtime" | "session">;

/** The journal of the session as far as it is written. */
export function entriesOf({ runtime, session }: Scope): Promise<readonly Entry[]> {
  return collectEntries(runtime.sessions.entries(session.settings().session));
}

/** @returns the id of the session. Throws `ConfigError` where nothing was written yet. */
export async function requireBegun({ runtime, session }: Scope, command: string): Promise<string> {
  const { session: id } = session.settings();
  for await (const _ of runtime.sessions.entries(id)) return id;
  throw new ConfigError("usage", `Nothing to ${command}: the conversation is empty.`);
}
