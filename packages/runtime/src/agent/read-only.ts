import type { AgentSettings } from "../agent-settings.ts";
import { stricterMode } from "../mode-gate.ts";

/** The permission mode in which an agent only reads, and cannot even ask for more. */
const readingMode = "plan";

/** Has the agent and its subagents only read, whatever mode is set later and whatever rules allow. */
export function readOnly<Settings extends Pick<AgentSettings, "narrow">>(settings: Settings): Settings {
  const { narrow = {} } = settings;
  return { ...settings, narrow: { ...narrow, mode: stricterMode(narrow.mode ?? readingMode, readingMode) } };
}

export function isReadOnly({ narrow }: Pick<AgentSettings, "narrow">): boolean {
  return narrow?.mode !== undefined && stricterMode(narrow.mode, readingMode) === narrow.mode;
}
