import { ConfigError, type ModelPrice } from "@skein/protocol";
import { localPrice, type ProviderSettings } from "@skein/provider-kit";
import { addressOf, writtenAddress } from "./address.ts";
import type { ProviderDefinition } from "./definition.ts";
import { plainVariablesOf } from "./expand.ts";

/** Price of a model at a server on this machine; `undefined` when it is elsewhere, or where is not known yet. */
export function priceHere(
  definition: ProviderDefinition,
  settings: ProviderSettings,
  modelId: string,
): ModelPrice | undefined {
  const { runsModels, passesOn } = definition;
  if (!runsModels || passesOn.some((end) => modelId.endsWith(end))) return undefined;
  try {
    const expand = plainVariablesOf(definition, settings.env ?? process.env);
    const { baseUrl } = addressOf(definition, expand(writtenAddress(definition, settings)));
    return localPrice(new URL(baseUrl));
  } catch (error) {
    // Said by the first request.
    if (ConfigError.is(error)) return undefined;
    throw error;
  }
}
