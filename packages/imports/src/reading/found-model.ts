import { providerId } from "./provider-ids.ts";
import type { Reading } from "./reading.ts";

export interface SaidModel {
  readonly provider: string | undefined;
  /** What Skein has for the provider. Default: the provider of the same name. */
  readonly counterpart?: Counterpart | undefined;
  readonly model: string | undefined;
  /** What the program calls the two. */
  readonly said: { readonly provider: string; readonly model: string };
  readonly file: string;
}

/** What Skein has for another program's provider: a provider of its own, or a reason why not. */
export type Counterpart =
  | {
      readonly provider: string;
      /** Whether its models have names of their own there, so that the model is left. */
      readonly hasOwnModels?: true;
    }
  | { readonly reason: string };

/** Takes provider and model together: a model means nothing to another provider. */
export function foundModel(
  { provider, counterpart, model, said, file }: SaidModel,
  { into, providers }: Pick<Reading, "into" | "providers">,
): void {
  if (provider === undefined) {
    if (model !== undefined) into.leave("settings", `${said.model} ${model}`, "it names no provider", file);
    return;
  }
  const found = counterpart ?? sameName(provider, providers);
  const isThere = "provider" in found && Object.hasOwn(providers, found.provider);
  if (isThere) into.setting({ name: "provider", value: found.provider, said: said.provider, file });
  else into.leave("settings", `${said.provider} ${provider}`, reasonOf(found), file);
  if (model === undefined) return;
  if (isThere && !found.hasOwnModels) into.setting({ name: "model", value: model, said: said.model, file });
  else into.leave("settings", `${said.model} ${model}`, `it belongs to ${provider}`, file);
}

const noSuchProvider = "Skein has no such provider yet";

function sameName(provider: string, providers: Reading["providers"]): Counterpart {
  const id = provider.includes("${") ? undefined : providerId(providers, provider);
  return id === undefined ? { reason: noSuchProvider } : { provider: id };
}

const reasonOf = (found: Counterpart): string => ("reason" in found ? found.reason : noSuchProvider);
