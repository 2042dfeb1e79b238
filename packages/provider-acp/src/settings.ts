import type { ProviderSettings } from "@skein/provider-kit";

export interface AcpSettings extends Pick<ProviderSettings, "retry" | "watchdog" | "notice" | "env"> {
  /** The agent's program: on the PATH, or its path. */
  readonly command: string;
  readonly args?: readonly string[] | undefined;
  /** Added to this process's environment, which the agent has whole: it has a login of its own. */
  readonly variables?: Readonly<Record<string, string>> | undefined;
  /** What to do when the command is not there, for the error. */
  readonly install?: string | undefined;
  /** The agent's own session mode, by its id there. Default: the agent's. */
  readonly mode?: string | undefined;
  /** How to sign in with `authenticate`, by the agent's id for it. Default: the agent is signed in already. */
  readonly authMethod?: string | undefined;
  /** `false`: the session's tools are not offered to the agent as an MCP server. Default: `true`. */
  readonly offersTools?: boolean | undefined;
  /** Milliseconds without a request after which the agent's process is ended, unless it waits for an answer. Default 300,000. */
  readonly keepMs?: number | undefined;
  /** The provider's id. Default: `acp`. */
  readonly id?: string | undefined;
}
