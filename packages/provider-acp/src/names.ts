/** An agent that is known by a short name. */
export interface KnownAgent {
  readonly command: string;
  readonly args: readonly string[];
  /** What to do when the command is not there. */
  readonly install: string;
}

/** By the name that follows `acp:` in the provider's id. Any other agent is named by its command. */
export const knownAgents = {
  goose: {
    command: "goose",
    args: ["acp"],
    install: "Install goose, and run `goose configure` once.",
  },
  codex: {
    command: "codex-acp",
    args: [],
    install: "Run `npm install -g @agentclientprotocol/codex-acp`, and sign in with `codex login`.",
  },
  claude: {
    command: "claude-agent-acp",
    args: [],
    install: "Run `npm install -g @agentclientprotocol/claude-agent-acp`, and sign in with `claude`.",
  },
} as const satisfies Readonly<Record<string, KnownAgent>>;

export const defaultProviderId = "acp";

/** The model that an agent takes by itself. */
export const agentsOwnModel = "default";

/** The server of the session's tools, as agents know it. */
export const toolServerName = "skein";

/** The tool of a session that runs what an agent wants to run in a terminal. */
export const commandTool = "shell";
