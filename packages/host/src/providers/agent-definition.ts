import { basename, extname } from "node:path";
import { ConfigError, isJsonObject, type JsonObject, type JsonValue } from "@skein/protocol";
import type { AgentProgram } from "./agent-program.ts";
import type { KnownProvider, KnownProviders } from "./known-provider.ts";

/** What a definition calls the wire of agents: the id of the provider that speaks it. */
export const agentEngine = "acp";

/** A provider that is an agent's program, from the fields of a definition with this engine. Throws `ConfigError`. */
export function agentProvider(
  fields: JsonObject,
  file: string,
  engines: KnownProviders,
): { readonly id: string; readonly provider: Omit<KnownProvider, "definedBy"> } {
  const {
    name = basename(file, extname(file)).toLowerCase(),
    description,
    command,
    args,
    env,
    mode,
  } = fields;
  const { auth_method: authMethod } = fields;
  const wrong = Object.keys(fields).find((key) => !keys.has(key));
  if (wrong !== undefined) throw problem(file, wrong, "is not known for an agent");
  const engine = engines[agentEngine];
  if (!engine) throw problem(file, "engine", `is "${agentEngine}", which is not there`);
  if (!isText(command)) throw problem(file, "command", "must be the agent's program");
  if (args !== undefined && !(Array.isArray(args) && args.every(isText)))
    throw problem(file, "args", "must be a list of texts");
  if (env !== undefined && !(isJsonObject(env) && Object.values(env).every(isText)))
    throw problem(file, "env", "must map names to texts");
  for (const [key, value] of Object.entries({ name, description, mode, auth_method: authMethod }))
    if (value !== undefined && !isText(value)) throw problem(file, key, "must be a text");
  const id = name as string;
  const agent: AgentProgram = {
    id,
    command,
    ...(args === undefined ? {} : { args }),
    ...(env === undefined ? {} : { variables: env as Record<string, string> }),
    ...(isText(mode) ? { mode } : {}),
    ...(isText(authMethod) ? { authMethod } : {}),
  };
  return {
    id,
    provider: {
      description: isText(description) ? description : `The agent ${command}`,
      defaultModel: "default",
      keyVariables: [],
      load: (access) => engine.load({ ...access, agent }),
    },
  };
}

const keys = new Set(["engine", "name", "description", "command", "args", "env", "mode", "auth_method"]);

const isText = (value: JsonValue | undefined): value is string =>
  typeof value === "string" && value.trim() !== "";

function problem(file: string, field: string, what: string): ConfigError {
  return new ConfigError("usage", `${file}: ${field} ${what}.`, {
    hint: `An agent's definition has: ${[...keys].join(", ")}.`,
  });
}
