import { ConfigError } from "@skein/protocol";
import type { ProviderSettings } from "@skein/provider-kit";
import { addressVariableOf } from "./definition.ts";
import type { EngineName, ProviderDefinition } from "./definition.ts";

/** Where requests go. */
export interface Address {
  /** For the engine: without the endpoint that it adds itself, and without a query. */
  readonly baseUrl: string;
  readonly query: Readonly<Record<string, string>>;
}

/** Endpoints that engines add to a base URL, and that many write into it. */
const endpoints: Readonly<Record<EngineName, RegExp>> = {
  openai: /\/(chat\/completions|responses|completions|models)$/,
  anthropic: /(\/v1)?\/messages$/,
  google: /\/models(\/.*)?$/,
  ollama: /\/(v1\/chat\/completions|v1|api\/chat|api)$/,
};

/**
 * The address of a definition as its engine wants it. A bare host gets the version that the engine's servers have; a
 * whole endpoint loses its end.
 *
 * @param written - `baseUrl` with its variables put in. Throws `ConfigError` when that is no address.
 */
export function addressOf({ name, engine, basePath }: ProviderDefinition, written: string): Address {
  const url = URL.canParse(written) ? new URL(written) : undefined;
  if (!url || !/^https?:$/.test(url.protocol) || url.username !== "" || url.password !== "") {
    throw new ConfigError("usage", `The base URL of ${name} is not a valid http or https address.`, {
      hint: "Set it to something like https://example.com/v1, without user name and password.",
    });
  }
  const query = Object.fromEntries(url.searchParams);
  const path = basePath === undefined ? url.pathname : `/${basePath}`;
  url.search = "";
  url.hash = "";
  url.pathname = path.replace(/\/+$/, "").replace(endpoints[engine], "");
  if (url.pathname === "/" && engine === "openai" && basePath === undefined) url.pathname = "/v1";
  return { baseUrl: url.href.replace(/\/+$/, ""), query };
}

/** The address as it was written, with its variables: the settings' own, the environment's, the definition's. */
export function writtenAddress(
  definition: ProviderDefinition,
  { baseUrl, env = process.env }: ProviderSettings,
): string {
  return baseUrl?.trim() || env[addressVariableOf(definition)]?.trim() || definition.baseUrl;
}
