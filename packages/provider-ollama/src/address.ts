import { ConfigError, type ModelPrice } from "@skein/protocol";
import { baseUrl, localPrice } from "@skein/provider-kit";
import { addressVariable, defaultProviderId, usualAddress } from "./names.ts";
import type { OllamaSettings } from "./settings.ts";

/**
 * Where the server is, without a slash at its end. `OLLAMA_HOST` is often a host alone, a port alone, or the
 * address that the server listens at, which is not callable. Throws `ConfigError` `usage`.
 */
export function addressOf({ baseUrl: explicit, env = process.env }: OllamaSettings, provider: string): URL {
  const set = env[addressVariable]?.trim() ?? "";
  const url = baseUrl({
    provider,
    explicit,
    variable: addressVariable,
    env: { [addressVariable]: set === "" ? "" : whole(set) },
    official: usualAddress,
  });
  if (url.hostname === "0.0.0.0") url.hostname = "127.0.0.1";
  if (url.hostname === "[::]") url.hostname = "[::1]";
  url.pathname = url.pathname.replace(/\/+$/, "").replace(/\/(api|v1)$/, "");
  return url;
}

/** The server passes calls of models of Ollama's cloud on: `qwen3-coder:480b-cloud`, `glm-4.6:cloud`. */
const inCloud = /[-:]cloud$/;

/** `undefined` when it is unknown: the server is elsewhere, or its address cannot be used, as the first request says. */
export function priceOf(settings: OllamaSettings, modelId: string): ModelPrice | undefined {
  if (inCloud.test(modelId)) return undefined;
  try {
    return localPrice(addressOf(settings, defaultProviderId));
  } catch (error) {
    if (ConfigError.is(error)) return undefined;
    throw error;
  }
}

function whole(host: string): string {
  if (/^[a-z]+:\/\//i.test(host)) return host;
  const named = host.startsWith(":") ? `127.0.0.1${host}` : host;
  return `http://${/:\d+(\/|$)/.test(named) ? named : named.replace(/^([^/]+)/, "$1:11434")}`;
}
