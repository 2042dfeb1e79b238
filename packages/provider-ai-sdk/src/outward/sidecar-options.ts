import type { SharedV4ProviderMetadata, SharedV4ProviderOptions } from "@ai-sdk/provider";
import { isJsonObject } from "@skein/protocol";
import { objectIn, stringIn } from "@skein/provider-kit";
import type { JsonValue, Sidecar } from "@skein/protocol";

const name = "skein";

/** A sidecar as the AI SDK carries it along: it comes back as the options of the same part. */
export function metadataFor(sidecar: Sidecar | undefined): { providerMetadata?: SharedV4ProviderMetadata } {
  return sidecar ? { providerMetadata: { [name]: { sidecar: { ...sidecar } } } } : {};
}

export function sidecarIn(options: SharedV4ProviderOptions | undefined): Sidecar | undefined {
  const said = objectIn(options?.[name] as JsonValue | undefined)["sidecar"];
  if (!isJsonObject(said)) return undefined;
  const { provider, model, data = null } = said;
  return { provider: stringIn(provider), model: stringIn(model), data };
}
