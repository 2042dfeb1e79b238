import {
  ConfigError,
  type Decision,
  type Effect,
  type GateRequest,
  isPermissionMode,
  permissionModeNames,
  type PermissionMode,
} from "@skein/protocol";

const descriptions: Readonly<Record<PermissionMode, string>> = {
  auto: "Run every tool without asking, unless a rule asks or denies.",
  accept_edits: "Like smart_approve, and change files in the working folder without asking.",
  smart_approve: "Read in the working folder; ask before all else, subagents too. The default.",
  approve: "Ask before every tool, also those that only read.",
  plan: "Only read, in the working folder, deny all else: to look and plan.",
  chat: "Talk only: deny every tool.",
};

/** The modes with a line each for help texts, the freest first. */
export const permissionModes: readonly { readonly name: PermissionMode; readonly description: string }[] =
  permissionModeNames.map((name) => ({ name, description: descriptions[name] }));

/** Throws `ConfigError` for a word that is not a mode. */
export function checkMode(name: string): PermissionMode {
  if (isPermissionMode(name)) return name;
  throw new ConfigError("usage", `There is no permission mode ${JSON.stringify(name)}.`, {
    hint: `Use one of: ${permissionModeNames.join(", ")}.`,
  });
}

const deeds: Record<Effect, string> = {
  reads: "only reads",
  writes: "writes",
  runs: "runs a command",
  unknown: "may do anything",
};

function deedOf(effect: Effect, startsAgents: boolean): string {
  if (effect === "reads" && startsAgents) return "starts another agent";
  return Object.hasOwn(deeds, effect) ? deeds[effect] : deeds.unknown;
}

/**
 * What a mode says of a call by what its tool does, where no rule speaks of it. An effect that is none of ours counts as `unknown`. What `plan` says
 * holds for the agents that a call starts, so it lets them start.
 */
export function decideByMode(
  mode: PermissionMode,
  { effect, startsAgents = false }: Pick<GateRequest, "effect" | "startsAgents">,
  isFixed: boolean,
): Decision {
  const by = `mode ${mode}`;
  const isReading = effect === "reads";
  const deed = deedOf(effect, startsAgents);
  const ask: Decision = { verdict: "ask", by, reason: `This call ${deed}, and mode ${mode} asks first.` };

  switch (mode) {
    case "auto":
      return { verdict: "allow", by };
    case "accept_edits":
    case "smart_approve":
      return isReading && !startsAgents ? { verdict: "allow", by } : ask;
    case "approve":
      return ask;
    case "plan":
      return isReading
        ? { verdict: "allow", by }
        : { verdict: "deny", by, reason: isFixed ? readingReason : planReason };
    case "chat":
      return { verdict: "deny", by, reason: chatReason };
  }
}

const planReason =
  "Plan mode is on: only tools that read are allowed. Continue with those, then propose a plan, or describe the changes you would make and end your turn.";
const readingReason =
  "Only tools that read are allowed here, whatever the permission mode and rules. Continue with those, then describe the changes you would make and end your turn.";
const chatReason = "Chat mode is on, so no tools may be used. Answer in words.";
