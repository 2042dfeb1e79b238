import type { EntryBody } from "@skein/protocol";
import type { CompleteParts } from "../agent-parts.ts";
import type { AgentState } from "../agent-state.ts";

export type SettingsParts = Pick<CompleteParts, "extensions" | "limits" | "options">;

/** The settings in force from now on, for the journal. */
export function settingsEntry(
  { extensions, limits, options }: SettingsParts,
  { model, mode }: Pick<AgentState, "model" | "mode">,
) {
  return {
    kind: "settings",
    provider: model.provider,
    model: model.id,
    mode,
    extensions: extensions.map(({ name }) => name),
    limits,
    options,
  } as const satisfies EntryBody;
}
