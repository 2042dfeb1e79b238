import { gooseProviders } from "../../packages/imports/src/reading/goose-providers.ts";
import { bundledDefinitions } from "../../packages/provider-definitions/src/bundled/index.ts";
import type { BundledDefinition } from "../../packages/provider-definitions/src/bundled/index.ts";
import { code, withTable } from "./page-table.ts";
import type { Row } from "./page-table.ts";

/** docs/providers.md with its tables of providers as the code has them. */
export function withProviderTables(page: string): string {
  return withTable(
    withTable(page, "## Bundled definitions", definitionRows()),
    "## Providers of Goose",
    gooseRows(),
  );
}

/** Definitions whose key comes from a login. */
const withLogin: ReadonlySet<string> = new Set(["chatgpt", "github-copilot"]);

function definitionRows(): readonly Row[] {
  const rows = Object.entries(bundledDefinitions).map(([id, definition]): Row => {
    const { addressVariable, defaultModel, description } = definition;
    const needed = definition.neededVariables?.map((name) => `${code(name)} (needed)`) ?? [];
    const port = definition.localServer && `, http://localhost:${definition.localServer.port}`;
    const address = needed.length > 0 ? needed.join(", ") : `${code(addressVariable)}${port ?? ""}`;
    return [code(id), keyOf(id, definition), address, code(defaultModel), description];
  });
  return [["provider", "key", "address, when it is another one", "default model", "what"], ...rows];
}

function gooseRows(): readonly Row[] {
  const rows = Object.entries(gooseProviders).map(([id, found]): Row => {
    if ("reason" in found) return [code(id), "not supported", found.reason];
    return [code(id), code(found.provider), kindOf(found.provider)];
  });
  return [["Goose", "Skein", "how"], ...rows];
}

function kindOf(provider: string): string {
  if (provider.startsWith("acp:")) return "an agent, with its own login";
  if (withLogin.has(provider)) return "a definition, with a login";
  return Object.hasOwn(bundledDefinitions, provider) ? "a definition" : "a package";
}

function keyOf(id: string, { keyVariables, isKeyOptional }: BundledDefinition): string {
  if (withLogin.has(id)) return "`skein provider login`";
  const [key] = keyVariables;
  return key === undefined ? "none" : `${code(key)}${isKeyOptional ? ", or none" : ""}`;
}
