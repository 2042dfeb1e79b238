import { keepAgent, type AgentKeeper } from "./agent/keep-agent.ts";
import { requireProgram } from "./agent/find-program.ts";
import type { AgentName } from "./errors.ts";
import type { AcpSettings } from "./settings.ts";
import { createToolServer, type ToolServer } from "./tools/tool-server.ts";

/** What all sessions with one agent share. */
export interface Connection {
  readonly keeper: AgentKeeper;
  readonly toolServer: ToolServer | undefined;
}

/** Starts nothing yet. Throws `ConfigError` when the program is not there. */
export function connect(settings: AcpSettings, name: AgentName): Connection {
  const { command, install, env = process.env, variables = {}, offersTools = true } = settings;
  requireProgram(command, variables["PATH"] ?? env["PATH"], install);
  return { keeper: keepAgent(settings, name), toolServer: offersTools ? createToolServer() : undefined };
}
