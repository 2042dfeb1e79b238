import type { EntryBody } from "@skein/protocol";
import type { CompleteParts } from "../agent-parts.ts";
import type { AgentState } from "../agent-state.ts";

export type SettingsParts = Pick<CompleteParts, "extensions" | "limits" | "sandbox">;

/** The settings in force from now on, for the journal. */
export function settingsEntry(
  { extensions, limits, sandbox }: SettingsParts,
  { model, mode, options }: Pick<AgentState, "model" | "mode" | "options">,
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
