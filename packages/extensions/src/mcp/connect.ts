import type * as mcpClient from "@modelcontextprotocol/client";
import type { Client } from "@modelcontextprotocol/client";
import { messageOf, type JsonObject } from "@skein/protocol";
import { httpLink } from "./transport/http-link.ts";
import { limits, waits } from "./limits.ts";
import { changesWithinMs, quiet, type Link } from "./transport/link.ts";
import { loginNeededIn } from "./oauth/authorized-fetch.ts";
import { serverLogin } from "./oauth/server-login.ts";
import { answerServer, capabilitiesOf, type ServerRequests } from "./requests/answer-server.ts";
import type { StartedPackage } from "../packages/started-package.ts";
import { startServer } from "./server-process.ts";
import { withTaskResults } from "./transport/task-results.ts";
import { stdioTransport } from "./transport/stdio-transport.ts";
import type { McpCommandSettings, McpServerSettings, McpSettings, McpUrlSettings } from "./settings.ts";
import { loadMcpClient } from "../later.ts";

/** An initialised connection to a server. */
export interface Connection {
  readonly client: Client;
  isOpen(): boolean;
  /** How it ended and the server's last output, as the end of a sentence. */
  describeEnd(): string;
  /** Has the user log in, if that is what an error demands. @returns whether it was and they did. */
  logIn(error: unknown, signal: AbortSignal): Promise<boolean>;
  /** The package that was started, where its version was chosen for this first start. */
  readonly package?: Required<StartedPackage>;
  /** May be called twice. */
  close(): Promise<void>;
}

export interface ConnectOptions {
  /** Of the extension. */
  readonly name: string;
  readonly timeoutMs: number;
  readonly news: ServerNews;
  /** Called once when it ends without having been closed. */
  readonly onLost: () => void;
  /** See `McpSettings.apps`. */
  readonly apps?: boolean | undefined;
  /** What the server may ask for. */
  readonly requests: ServerRequests;
  /** Aborts the start, and with it the server. */
  readonly signal: AbortSignal;
}

/** What a server tells without being asked. */
export interface ServerNews {
  /** A list of what it offers. */
  changed(what: "tools" | "prompts" | "resources"): void;
  /** A resource that was subscribed to. */
  resourceUpdated(uri: string): void;
  /** A log message, as it was sent. */
  logged(params: JsonObject): void;
}

/** For a server that is only looked at. */
export const noNews: ServerNews = {
  changed: () => undefined,
  resourceUpdated: () => undefined,
  logged: () => undefined,
};

type Library = typeof mcpClient;

const version = "0.1.0";
/** Logins for one start: a server may ask for more rights after the first. */
const mostLogins = 2;

/** Does what a server answers only after a login, which then takes place. Rejects as `work` does. */
export async function afterLogin<Result>(
  connection: Connection,
  signal: AbortSignal,
  work: () => Promise<Result>,
): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (!(await connection.logIn(error, signal))) throw error;
    return work();
  }
}

/** Throws the library's errors, or an `Error` that says how the server ended. */
export async function connect(settings: McpSettings, options: ConnectOptions): Promise<Connection> {
  if ("command" in settings) return overStdio(settings, options);
  const library = await loadMcpClient();
  if ("url" in settings) return overHttp(settings, library, options);
  return greet(await inThisProcess(settings, library), library, options);
}

/** The user logs in between two attempts: that takes longer than a request may. */
async function overHttp(
  settings: McpUrlSettings,
  library: Library,
  options: ConnectOptions,
): Promise<Connection> {
  const hasOwnToken = Object.keys(settings.headers ?? {}).some((name) => /^authorization$/i.test(name));
  const login =
    settings.login && !hasOwnToken ? serverLogin(settings.url, settings.login, library) : undefined;

  async function logIn(error: unknown, signal: AbortSignal): Promise<boolean> {
    const needed = loginNeededIn(error);
    if (!needed || !login?.isAttended) return false;
    await login.logIn(needed.challenge, signal);
    return true;
  }

  for (let logins = 0; ; logins++) {
    try {
      return { ...(await greet(httpLink(settings, library, login), library, options)), logIn };
    } catch (error) {
      if (logins >= mostLogins || !(await logIn(error, options.signal))) throw error;
    }
  }
}

/**
 * The protocol version is negotiated on the process that will be used. Some old servers exit when they receive
 * anything before the old `initialize`: those are started once more, with the old handshake.
 */
async function overStdio(settings: McpCommandSettings, options: ConnectOptions): Promise<Connection> {
  const link = await stdioLink(settings, options.name, false);
  // Loading it takes about as long as the server's start, and blocks: so the server is started before.
  const library = await loadMcpClient();
  try {
    return await greet(link, library, options);
  } catch (error) {
    if (options.signal.aborted || !link.hasEnded() || !isProbing(error)) throw error;
    return greet(await stdioLink(settings, options.name, true), library, options);
  }
}

async function stdioLink(settings: McpCommandSettings, name: string, isOld: boolean): Promise<Link> {
  const server = await startServer(settings, name);
  return {
    transport: stdioTransport(server, {
      maxBytes: settings.maxMessageBytes ?? limits.messageBytes,
      changesWithinMs: changesWithinMs(settings),
    }),
    isOld,
    changesWithinMs: changesWithinMs(settings),
    hasEnded: () => server.child.exitCode !== null || server.child.signalCode !== null,
    describeEnd: () => server.describeEnd(),
    lastWords: () => server.words.line(),
    close: () => server.end(),
  };
}

/** The first request was never answered. */
function isProbing(error: unknown): boolean {
  const cause = error instanceof Error ? error.cause : undefined;
  return cause instanceof Error && "code" in cause && cause.code === "ERA_NEGOTIATION_FAILED";
}

async function inThisProcess({ server }: McpServerSettings, library: Library): Promise<Link> {
  const [ours, theirs] = library.InMemoryTransport.createLinkedPair();
  await server.connect(theirs as never);
  return {
    transport: ours,
    isOld: true,
    changesWithinMs: 0, // the app's own server does not flood it, and a tool that a call adds is available for the next request
    ...quiet,
    close: () => Promise.resolve(),
  };
}

async function greet(link: Link, library: Library, options: ConnectOptions): Promise<Connection> {
  const { timeoutMs, signal, news, onLost } = options;
  const onChanged = (what: Parameters<ServerNews["changed"]>[0]) => ({
    autoRefresh: false,
    debounceMs: link.changesWithinMs,
    onChanged: () => news.changed(what),
  });
  const client = new library.Client(
    { name: "skein", version },
    {
      capabilities: capabilitiesOf({ apps: options.apps }),
      versionNegotiation: {
        mode: "auto",
        probe: { timeoutMs: Math.min(waits.probe, timeoutMs / 3) },
      },
      listChanged: {
        tools: onChanged("tools"),
        prompts: onChanged("prompts"),
        resources: onChanged("resources"),
      },
    },
  );
  answerServer(client, options.requests);
  client.setNotificationHandler("notifications/message", ({ params }) => news.logged(params as JsonObject));
  client.setNotificationHandler("notifications/resources/updated", ({ params }) =>
    news.resourceUpdated(params.uri),
  );
  let [open, greeted] = [true, false];
  let closed: Promise<void> | undefined;
  // oxlint-disable-next-line unicorn/prefer-add-event-listener -- it has no other way
  client.onclose = () => {
    open = false;
    if (greeted && !closed) onLost();
  };
  const stop = () => void link.transport.close();
  signal.addEventListener("abort", stop, { once: true });
  try {
    signal.throwIfAborted();
    await client.connect(withTaskResults(link.transport), {
      timeout: timeoutMs,
      signal,
      ...(link.isOld ? { prior: { kind: "legacy" } } : {}),
    });
    greeted = true;
  } catch (error) {
    const ended = !signal.aborted && link.hasEnded();
    await link.close();
    await client.close();
    if (signal.aborted) throw new Error(stopped(signal.reason, link.lastWords()), { cause: error });
    throw ended ? new Error(link.describeEnd(), { cause: error }) : error;
  } finally {
    signal.removeEventListener("abort", stop);
  }
  async function close(): Promise<void> {
    await link.close();
    await client.close();
  }
  return {
    client,
    isOpen: () => open,
    describeEnd: () => link.describeEnd(),
    logIn: () => Promise.resolve(false),
    close: () => (closed ??= close()),
  };
}

function stopped(reason: unknown, words: string | undefined): string {
  return words === undefined ? messageOf(reason) : `${messageOf(reason)}; its last words: ${words}`;
}
