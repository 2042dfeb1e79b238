import type { EntryBody } from "@skein/protocol";
import type { Parts } from "./parts.ts";

/** What holds from now on, for the journal. */
export function settingsEntry({ model, mode, extensions, limits, options }: Parts) {
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
