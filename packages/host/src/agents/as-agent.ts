import type { PermissionMode } from "@skein/protocol";
import type { AgentSettings } from "@skein/runtime";
import type { FileAgent } from "@skein/extensions-builtin/subagents/agents";
import { settingFields } from "@skein/settings";

/**
 * A run that is the named agent's: its instructions, model and limits, its tools and no others. What it may do can only be
 * less than what the settings say. Who answers has been chosen before.
 */
export function asAgent(settings: AgentSettings, agent: FileAgent): AgentSettings {
  const { builtins, servers = [], optionalServers = [], dormantServers = [] } = settings;
  const { limits, options, rules = [] } = settings;
  const isOffered = (name: string) => !agent.extensions || agent.extensions.includes(name);
  const isServerOffered = ({ name }: { readonly name?: string | undefined }) =>
    name === undefined ? !agent.extensions : isOffered(name);
  return {
    ...settings,
    mode: tighterMode(settings.mode, agent.mode),
    rules: [...rules, ...(agent.rules ?? [])],
    builtins: builtins.filter(isOffered),
    servers: servers.filter(isServerOffered),
    optionalServers: optionalServers.filter(isServerOffered),
    dormantServers: dormantServers.filter(isServerOffered),
    // Who answers is the agent's own choice, then.
    ...(agent.model === undefined ? {} : { lead: undefined, planner: undefined }),
    ...(agent.tools ? { tools: agent.tools } : {}),
    ...(agent.system === undefined ? {} : { instructions: agent.system }),
    limits: {
      ...limits,
      ...(agent.maxTurns === undefined
        ? {}
        : { maxTurns: Math.min(agent.maxTurns, limits?.maxTurns ?? Infinity) }),
    },
    options: {
      ...options,
      ...(agent.temperature === undefined ? {} : { temperature: agent.temperature }),
    },
  };
}

function tighterMode(mode: string, wanted: string | undefined): string {
  if (wanted === undefined) return mode;
  return settingFields.mode.isTighter?.(wanted as PermissionMode, mode as PermissionMode) ? wanted : mode;
}
