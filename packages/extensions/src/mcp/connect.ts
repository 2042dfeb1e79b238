import type * as mcpClient from "@modelcontextprotocol/client";
import type { Client, Transport } from "@modelcontextprotocol/client";
import { setTimeout as sleep } from "node:timers/promises";
import { messageOf } from "@skein/protocol";
import { boundedFetch } from "./bounded-fetch.ts";
import { limits, waits } from "./limits.ts";
import { startServer } from "./server-process.ts";
import { stdioTransport } from "./stdio-transport.ts";
import type { McpCommandSettings, McpServerSettings, McpSettings, McpUrlSettings } from "./settings.ts";

/** An initialised connection to a server. */
export interface Connection {
  readonly client: Client;
  isOpen(): boolean;
  /** How it ended and the server's last output, as the end of a sentence. */
  describeEnd(): string;
  /** May be called twice. */
  close(): Promise<void>;
}

export interface ConnectOptions {
  /** Of the extension. */
  readonly name: string;
  readonly timeoutMs: number;
  readonly onToolsChanged: () => void;
  /** Called once when it ends without having been closed. */
  readonly onLost: () => void;
  /** Aborts the start, and with it the server. */
  readonly signal: AbortSignal;
}

/** A transport to a server, before any message. */
interface Link {
  readonly transport: Transport;
  /** Skips the check for newer revisions. */
  readonly isOld: boolean;
  /** Milliseconds in which repeated notifications of changed tools count once. */
  readonly changesWithinMs: number;
  /** The transport ended by itself. */
  hasEnded(): boolean;
  /** How it ended and the server's last output, as the end of a sentence. */
  describeEnd(): string;
  lastWords(): string | undefined;
  close(): Promise<void>;
}

type Library = Pick<typeof mcpClient, "Client" | "InMemoryTransport" | "StreamableHTTPClientTransport">;

const version = "0.1.0";

/** Throws the library's errors, or an `Error` that says how the server ended. */
export async function connect(settings: McpSettings, options: ConnectOptions): Promise<Connection> {
  // Loading the library and starting the server take about the same time, so they run in parallel.
  const loading = import("@modelcontextprotocol/client");
  void import("@skein/extension-kit/json-schema").catch(() => {}); // awaited soon, where the error is handled
  if ("command" in settings) return overStdio(settings, loading, options);
  const library = await loading;
  const link = "url" in settings ? overHttp(settings, library) : await inThisProcess(settings, library);
  return greet(link, library, options);
}

/**
 * The protocol version is negotiated on the process that will be used. Some old servers exit when they receive
 * anything before the old `initialize`: those are started once more, with the old handshake.
 */
async function overStdio(
  settings: McpCommandSettings,
  loading: Promise<Library>,
  options: ConnectOptions,
): Promise<Connection> {
  const [link, library] = await Promise.all([stdioLink(settings, options.name, false), loading]);
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
    transport: stdioTransport(server, settings.maxMessageBytes ?? limits.messageBytes),
    isOld,
    changesWithinMs: waits.changes,
    hasEnded: () => server.child.exitCode !== null || server.child.signalCode !== null,
    describeEnd: () => server.describeEnd(),
    lastWords: () => server.words.line(),
    close: () => server.end(),
  };
}

/** An in-memory link, which ends only when it is closed. */
const quiet = {
  hasEnded: () => false,
  describeEnd: () => "the connection was closed",
  lastWords: () => undefined,
} as const;

/** The first request was never answered. */
function isProbing(error: unknown): boolean {
  const cause = error instanceof Error ? error.cause : undefined;
  return cause instanceof Error && "code" in cause && cause.code === "ERA_NEGOTIATION_FAILED";
}

function overHttp(settings: McpUrlSettings, library: Library): Link {
  const { url, headers = {}, maxMessageBytes = limits.messageBytes } = settings;
  const transport = new library.StreamableHTTPClientTransport(new URL(url), {
    requestInit: { headers: { ...headers } },
    fetch: boundedFetch(fetch, maxMessageBytes),
    redirectPolicy: "same-origin",
  });
  return {
    transport,
    isOld: false,
    changesWithinMs: waits.changes,
    ...quiet,
    async close() {
      const goodbye = transport.terminateSession().catch(() => {});
      await Promise.race([goodbye, sleep(waits.goodbye, undefined, { ref: false })]);
    },
  };
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
  const { timeoutMs, signal, onToolsChanged, onLost } = options;
  const client = new library.Client(
    { name: "skein", version },
    {
      // No capabilities: a server that requests sampling or elicitation is told that no one is available.
      capabilities: {},
      versionNegotiation: {
        mode: "auto",
        probe: { timeoutMs: Math.min(waits.probe, timeoutMs / 3) },
      },
      listChanged: {
        tools: { autoRefresh: false, debounceMs: link.changesWithinMs, onChanged: onToolsChanged },
      },
    },
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
    await client.connect(link.transport, {
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
    close: () => (closed ??= close()),
  };
}

function stopped(reason: unknown, words: string | undefined): string {
  return words === undefined ? messageOf(reason) : `${messageOf(reason)}; its last words: ${words}`;
}
