import type { AgentParts } from "@skein/agent";
import type { JsonValue } from "@skein/protocol";
import type { AgentSettings } from "../agent-settings.ts";
import type { AgentSources } from "./agent-sources.ts";

/** Budget and checks. Both are rare, so both are loaded on demand. */
export async function loadMeasures(
  { env }: AgentSources,
  { cwd, warn, outputSchema, retry }: AgentSettings,
): Promise<Pick<AgentParts<JsonValue>, "output" | "checks">> {
  const schemas = outputSchema && (await import("@skein/extension-kit/json-schema"));
  const shell = retry && (await import("../recipes/shell-checks.ts"));
  return {
    ...(schemas ? { output: schemas.jsonSchema(outputSchema) } : {}),
    ...(shell ? { checks: shell.shellChecks(retry, { cwd, env, tell: warn }) } : {}),
  };
}
