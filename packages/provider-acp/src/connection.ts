import { privateIndexVariables } from "@skein/platform/variables";
import { keepAgent, type AgentKeeper } from "./agent/keep-agent.ts";
import { requireProgram } from "./agent/find-program.ts";
import type { AgentName } from "./errors.ts";
import type { AcpSettings } from "./settings.ts";
import { createToolServer, type ToolServer } from "./tools/tool-server.ts";

/** What all sessions with one agent share. */
export interface Connection {
  /**
   * The agent's process for sessions in a folder. All share one, except those that see the index of a commit under way: in any other
   * checkout, git would take that index for its own.
   *
   * @param cwd - absolute. Default: no folder of a repository.
   */
  keeper(cwd?: string): AgentKeeper;
  end(): Promise<void>;
  readonly toolServer: ToolServer | undefined;
}

/** Starts nothing yet. Throws `ConfigError` when the program is not there. */
export function connect(settings: AcpSettings, name: AgentName): Connection {
  const { command, install, env = process.env, variables = {}, offersTools = true } = settings;
  requireProgram(command, variables["PATH"] ?? env["PATH"], install);
  const keepers = new Map<string | undefined, AgentKeeper>();
  return {
    keeper(cwd) {
      const index = cwd === undefined ? {} : privateIndexVariables(env, cwd);
      const key = index["GIT_INDEX_FILE"];
      const keeper = keepers.get(key) ?? keepAgent(settings, name, index);
      keepers.set(key, keeper);
      return keeper;
    },
    async end() {
      await Promise.all([...keepers.values()].map((keeper) => keeper.end()));
    },
    toolServer: offersTools ? createToolServer() : undefined,
  };
}
