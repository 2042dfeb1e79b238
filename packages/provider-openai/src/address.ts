import { ConfigError } from "@skein/protocol";
import { baseUrl as baseUrlOf, isOnThisMachine } from "@skein/provider-kit";
import { addressVariable, apiVariable, defaultProviderId, officialAddress } from "./names.ts";
import type { OpenAIApi } from "./names.ts";

export interface Endpoint {
  /** Without a slash at its end. */
  readonly url: string;
  /** Host and port. */
  readonly host: string;
  readonly api: OpenAIApi;
  /** The vendor itself, or its models at Azure: takes the newest parameters, and refuses some of the oldest. */
  readonly official: boolean;
  /** Whether tools can be searched there. */
  readonly searchesTools: boolean;
  /** Whether results of tools may have pictures. */
  readonly resultPictures: boolean;
  /** On this machine: works without a key. */
  readonly loopback: boolean;
}

export interface AddressSettings {
  readonly baseUrl?: string | undefined;
  readonly api?: OpenAIApi | undefined;
  readonly toolSearch?: boolean | undefined;
  readonly resultPictures?: boolean | undefined;
  readonly env: Readonly<Record<string, string | undefined>>;
}

/**
 * Where requests go, and which interface is spoken there: Responses on the vendor's own address, Chat Completions
 * elsewhere, unless told otherwise. The vendor's own address and local servers may be given without their `/v1`.
 *
 * Throws `ConfigError` `usage`.
 */
export function endpointOf({
  baseUrl,
  api,
  toolSearch,
  resultPictures = false,
  env,
}: AddressSettings): Endpoint {
  const url = baseUrlOf({
    provider: defaultProviderId,
    explicit: baseUrl,
    variable: addressVariable,
    env,
    official: officialAddress,
  });
  const own = /^([a-z]+\.)?api\.openai\.com$/.test(url.hostname);
  const loopback = isOnThisMachine(url);
  if (url.pathname === "/" && (own || loopback)) url.pathname = "/v1";
  return {
    url: url.href.replace(/\/+$/, ""),
    host: url.host,
    api: api ?? wantedApi(env[apiVariable]) ?? (own ? "responses" : "chat"),
    official: own || url.hostname.endsWith(".openai.azure.com"),
    searchesTools: toolSearch ?? own,
    resultPictures,
    loopback,
  };
}

function wantedApi(value: string | undefined): OpenAIApi | undefined {
  const word = value?.trim().toLowerCase() ?? "";
  if (word === "") return undefined;
  if (word === "chat" || word === "responses") return word;
  throw new ConfigError("usage", `${apiVariable} is neither "chat" nor "responses".`, {
    hint: `Set ${apiVariable}=chat for servers that speak only Chat Completions, or leave it out.`,
  });
}
