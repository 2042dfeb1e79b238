/** An agent that is known by a short name. */
export interface KnownAgent {
  readonly command: string;
  readonly args: readonly string[];
  /** A way of working in which it asks before it acts: those that it takes by itself may not. */
  readonly mode?: string;
  readonly variables?: Readonly<Record<string, string>>;
  /** What to do when the command is not there. */
  readonly install: string;
}

/** By the name that follows `acp:` in the provider's id. Any other agent is named by its command. */
export const knownAgents = {
  goose: {
    command: "goose",
    args: ["acp"],
    variables: { GOOSE_MODE: "approve" },
    install: "Install goose, and run `goose configure` once.",
  },
  codex: {
    command: "codex-acp",
    args: [],
    mode: "read-only",
    install: "Run `npm install -g @agentclientprotocol/codex-acp`, and sign in with `codex login`.",
  },
  claude: {
    command: "claude-agent-acp",
    args: [],
    mode: "default",
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
