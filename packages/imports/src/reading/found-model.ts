import { providerId } from "./provider-ids.ts";
import type { Reading } from "./reading.ts";

export interface SaidModel {
  readonly provider: string | undefined;
  readonly model: string | undefined;
  /** What the program calls the two. */
  readonly said: { readonly provider: string; readonly model: string };
  readonly file: string;
}

/** Takes provider and model together: a model means nothing to another provider. */
export function foundModel(
  { provider, model, said, file }: SaidModel,
  { into, providers }: Pick<Reading, "into" | "providers">,
): void {
  if (provider === undefined) {
    if (model !== undefined) into.leave("settings", `${said.model} ${model}`, "it names no provider", file);
    return;
  }
  const id = provider.includes("${") ? undefined : providerId(providers, provider);
  if (id === undefined) {
    const why = "Skein has no such provider yet";
    into.leave("settings", `${said.provider} ${provider}`, why, file);
    if (model !== undefined)
      into.leave("settings", `${said.model} ${model}`, `it belongs to ${provider}`, file);
    return;
  }
  into.setting({ name: "provider", value: id, said: said.provider, file });
  if (model !== undefined) into.setting({ name: "model", value: model, said: said.model, file });
}
