import { SessionError } from "@skein/protocol";
import type { AgentSettings } from "@skein/runtime";
import type { OpeningWishes } from "@skein/host/sessions";
import type { Greeting } from "./messages.ts";

/** What a session is opened with. */
export type Wishes = Omit<OpeningWishes, "last">;

/**
 * Refuses what another process cannot be told about a session that it runs already. What is as it is there is no wish.
 *
 * @param settings - as the wishes would have them. Throws `SessionError` `locked`.
 */
export function refuseOtherWishes(
  wishes: Wishes,
  settings: Pick<AgentSettings, "provider" | "model" | "mode" | "restricted">,
  owner: Greeting,
): void {
  const restriction = settings.restricted && !owner.restricted ? ["restriction"] : [];
  const other = [...otherOverrides(wishes, settings, owner), ...otherParts(wishes), ...restriction];
  if (other.length === 0) return;
  const { session, pid, provider, model, mode } = owner;
  throw new SessionError(
    "locked",
    `Session ${session} is in use by process ${pid}, with ${provider}/${model} and permission mode ${mode}. It cannot be given another ${other.join(", ")} from here.`,
    { nextStep: { do: "join-session", session } },
  );
}

function otherOverrides(
  { overrides = {} }: Wishes,
  { provider, model, mode }: Pick<AgentSettings, "provider" | "model" | "mode">,
  owner: Greeting,
): readonly string[] {
  const isSame: Readonly<Record<string, boolean>> = {
    provider: provider === owner.provider,
    model: model === owner.model,
    mode: mode === owner.mode,
  };
  return Object.entries(overrides).flatMap(([name, value]) =>
    value === undefined || isSame[name] === true ? [] : [name],
  );
}

/** What an agent is made of, and only when it is made. */
function otherParts(wishes: Wishes): readonly string[] {
  const { agent, hasProfile, hasHints, builtins = [], servers = [], system, systemReplacement } = wishes;
  const parts = {
    agent: agent !== undefined,
    profile: hasProfile === false,
    hints: hasHints === false,
    "permissions (read-only)": wishes.readOnly === true,
    extensions: builtins.length + servers.length > 0,
    "system prompt": system !== undefined || systemReplacement !== undefined,
    "output schema": wishes.outputSchema !== undefined,
    recipe: wishes.recipe !== undefined,
    schedule: wishes.schedule !== undefined,
    storage: wishes.keep === "memory",
  };
  return Object.entries(parts).flatMap(([name, isOther]) => (isOther ? [name] : []));
}
