import type { EntryBody } from "@skein/protocol";
import type { CompleteParts } from "../agent-parts.ts";
import type { AgentState } from "../agent-state.ts";

export type SettingsParts = Pick<CompleteParts, "extensions" | "limits" | "options" | "sandbox">;

/** The settings in force from now on, for the journal. */
export function settingsEntry(
  { extensions, limits, options, sandbox }: SettingsParts,
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
    ...(sandbox === undefined ? {} : { sandbox }),
  } as const satisfies EntryBody;
}
