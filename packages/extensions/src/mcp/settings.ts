import type { StartedPackage } from "../packages/started-package.ts";
import { ConfigError } from "@skein/protocol";
import type { ExtensionPinStore } from "../pins/extension-pin.ts";
import type { ToolListStore } from "../tool-lists/tool-list-store.ts";
import type { McpLogin } from "./oauth/login-settings.ts";

/** As the protocol has them. */
export const serverLogLevels = [
  "debug",
  "info",
  "notice",
  "warning",
  "error",
  "critical",
  "alert",
  "emergency",
] as const;

export type ServerLogLevel = (typeof serverLogLevels)[number];

/** Safe to show. */
export interface ServerLogLine {
  readonly level: ServerLogLevel | "stderr";
  readonly text: string;
}

/**
 * What happens to tools that a server adds during a session. `ask`: the user is asked with the call that runs, and they are not
 * offered before. `accept`: they are offered. `withhold`: they are not offered.
 */
export type NewTools = "ask" | "accept" | "withhold";

interface CommonSettings {
  /**
   * Name of the extension. Default: from the command or the URL. Characters other than letters, digits, `_` and `-`
   * become `-`.
   */
  readonly name?: string;
  /** The server's own names of the tools that are offered. Default: all. */
  readonly tools?: readonly string[] | undefined;
  /** Tools that are not offered, whatever `tools` says. Default: none. */
  readonly excludeTools?: readonly string[] | undefined;
  /** Milliseconds that a call may take without progress. Default 300,000; with progress an hour. */
  readonly timeoutMs?: number;
  /** Milliseconds from the start to the list of tools. Default 300,000. */
  readonly startTimeoutMs?: number;
  /** Maximum bytes of one message; a server that sends more is ended. Default 16,777,216. */
  readonly maxMessageBytes?: number;
  /**
   * Keeps the server's tool list between processes: with a kept list, `tools` returns at once, and the first call starts
   * the server. Default: the server is started to be asked.
   */
  readonly lists?: ToolListStore | undefined;
  /**
   * Keeps what a person has accepted of the server: what it offers at its first start is accepted as it is, and what is new or
   * changed later is not offered. Default: whatever the server lists is offered.
   */
  readonly pins?: ExtensionPinStore | undefined;
  /** What stands for the server in `pins`. Default: its name, and its command line or address. */
  readonly pinKey?: string | undefined;
  /**
   * Default: `withhold` with `pins`, otherwise `accept`. Of a server object in this process, all tools are offered. What else changes is not offered in either case, but with `accept`
   * and without `pins`.
   */
  readonly newTools?: NewTools | undefined;
  /** Whether a face shows pages of the server, as MCP Apps has them: it is told so, and has `apps` then. Default false. */
  readonly apps?: boolean | undefined;
  /** Absolute folders that the server is told it may work in. Default: the working directory that a command is given. */
  readonly roots?: readonly string[] | undefined;
  /** Receives what the server writes for people: its log messages, and its standard error. Default: it is dropped. */
  readonly log?: ((line: ServerLogLine) => void) | undefined;
  /** The least level of log messages that is asked for. Default `info`. */
  readonly logLevel?: ServerLogLevel | undefined;
  /** The trace context of a call, which its server gets with it. Default: none is sent. */
  readonly traceOf?: TraceOf | undefined;
  /** Receives notices for the user about invisible characters in the server's texts, and tools that are left out. Default: none. */
  readonly onNotice?: (sentence: string) => void;
}

/**
 * Source: W3C Trace Context; the Model Context Protocol has its fields in `_meta` of a request.
 *
 * @param protocolVersion - of the connection.
 */
export type TraceOf = (
  call: { readonly session: string; readonly callId: string },
  protocolVersion: string | undefined,
) => Promise<{ readonly traceparent: string; readonly tracestate?: string } | undefined>;

/** A server that is started as a process and communicates over its standard input and output. */
export interface McpCommandSettings extends CommonSettings {
  /** A program on the PATH, or its path. No shell is involved. */
  readonly command: string;
  readonly args?: readonly string[];
  /**
   * Environment variables in addition to PATH, HOME, USER, LOGNAME, SHELL, LANG, LC_*, TERM, COLORTERM, NO_COLOR, TZ
   * and TMPDIR.
   */
  readonly env?: Readonly<Record<string, string>>;
  /** Working directory. Default: that of this process. */
  readonly cwd?: string;
  /**
   * The version of a package that the command would start now; used for a first start, so that later ones keep to it. Never
   * rejects. Default, and where it is `undefined`: the version is left to the command.
   */
  readonly newestVersion?: ((found: StartedPackage) => Promise<string | undefined>) | undefined;
  /** Holds the server back, as a sandbox does. Default: it has this process's rights. */
  readonly hold?: HoldServer | undefined;
}

/** Rejects with a sentence when the server cannot be held: it is not started then. */
type HoldServer = (server: {
  /** The program first. */
  readonly argv: readonly string[];
  readonly cwd: string;
}) => Promise<{
  /** What to start instead. */
  readonly argv: readonly string[];
  /** Added to the server's environment. */
  readonly env: Readonly<Record<string, string>>;
  /** Is called when the server has ended. */
  readonly release: () => void;
}>;

/** A server on the network: streamable HTTP. */
export interface McpUrlSettings extends CommonSettings {
  readonly url: string;
  /** Path of a Unix socket, or `@name` of one without a file (Linux), on which it listens; the address then only says the rest. Default: the address's host. */
  readonly socket?: string | undefined;
  /** Sent with every request, and to no other origin. */
  readonly headers?: Readonly<Record<string, string>>;
  /** How to log in. Default: a server that requires a login cannot be used. Not used beside an `authorization` header. */
  readonly login?: McpLogin | undefined;
}

/**
 * A server in this process: an `McpServer` or `Server` of `@modelcontextprotocol/sdk` 1.x, not connected yet. Both sides
 * are linked in memory; closing the extension disconnects the server, which can then be mounted again.
 */
export interface McpServerSettings extends CommonSettings {
  readonly server: {
    connect(transport: never): Promise<unknown>;
  };
}

export type McpSettings = McpCommandSettings | McpUrlSettings | McpServerSettings;

/** Throws `ConfigError` for settings that can never work. */
export function checkSettings(settings: McpSettings): void {
  if ("command" in settings && settings.command.trim() === "") {
    throw new ConfigError("usage", "The command of an MCP server is empty.");
  }
  if ("url" in settings) checkUrl(settings.url);
}

function checkUrl(text: string): void {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (!url || !["http:", "https:"].includes(url.protocol)) {
    throw new ConfigError("usage", `"${text}" is not an http or https address.`);
  }
  if (url.username !== "" || url.password !== "") {
    throw new ConfigError("usage", `The address of ${url.host} holds a name or a password.`, {
      hint: "Give it as a header: { authorization: … }.",
    });
  }
}

/** A name that can be part of a tool's name. */
export function extensionName(settings: McpSettings): string {
  const words = settings.name ?? guessedName(settings);
  const name = words
    .replace(/[^A-Za-z0-9_-]+/g, "-")
    .replace(/^-+|-+$/g, "")
    .slice(0, 48);
  return name === "" ? "mcp" : name;
}

function guessedName(settings: McpSettings): string {
  if ("server" in settings) return "mcp";
  if ("url" in settings) return new URL(settings.url).hostname;
  const { command, args = [] } = settings;
  const program = lastStep(command);
  const started = launchers.test(program) ? args.find((word) => !isFlagOrVerb(word)) : undefined;
  return started === undefined ? program : lastStep(started);
}

const launchers = /^(npx|bunx|uvx|pipx|pnpm|npm|yarn|bun|uv|node|deno|python[\d.]*|docker|podman|sh|bash)$/;

function isFlagOrVerb(word: string): boolean {
  return word.startsWith("-") || ["run", "exec", "dlx", "x"].includes(word);
}

/** `@scope/server-x@1.2` and `/a/server-x.js` both give server-x. */
function lastStep(path: string): string {
  const last = path.split(/[/\\]/).at(-1) ?? path;
  return last.replace(/(?<=.)@.*$/, "").replace(/\.(m?js|c?js|ts|py|exe|cmd)$/, "");
}
