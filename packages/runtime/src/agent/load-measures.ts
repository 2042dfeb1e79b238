import type { AgentParts } from "@skein/agent";
import type { JsonValue } from "@skein/protocol";
import type { AgentSettings } from "../agent-settings.ts";
import type { AgentSources } from "./agent-sources.ts";
import { loadJsonSchema, loadShellChecks } from "../later.ts";

/** Budget and checks. Both are rare, so both are loaded on demand. */
export async function loadMeasures(
  { env }: AgentSources,
  { cwd, warn, outputSchema, retry }: AgentSettings,
): Promise<Pick<AgentParts<JsonValue>, "output" | "checks">> {
  const schemas = outputSchema && (await loadJsonSchema());
  const shell = retry && (await loadShellChecks());
  return {
    ...(schemas ? { output: schemas.jsonSchema(outputSchema) } : {}),
    ...(shell ? { checks: shell.shellChecks(retry, { cwd, env, tell: warn }) } : {}),
  };
}
