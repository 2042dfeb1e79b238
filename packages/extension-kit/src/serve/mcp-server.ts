// The MCP server of an extension, without a transport. The same extension
// serves clients of two eras at once; differences between them are in
// `requests/` (asking the client) and `tasks/` (long calls).

import { join } from "node:path";
import { Server, type McpRequestContext } from "@modelcontextprotocol/server";
import type { Extension, JsonValue } from "@skein/protocol";
import { capabilitiesOf } from "./capabilities.ts";
import type { RunForClient } from "./requests/call-scope.ts";
import { directScope } from "./requests/direct-requests.ts";
import { inputRounds } from "./requests/input-rounds.ts";
import { resourceWatches, type ResourceWatches } from "./resource-watches.ts";
import { serveCompletions } from "./serve-completions.ts";
import { servePrompts } from "./serve-prompts.ts";
import { serveResources } from "./serve-resources.ts";
import { legacyTasks } from "./tasks/legacy-tasks.ts";
import { modernTasks } from "./tasks/modern-tasks.ts";
import { taskCapabilities } from "./tasks/served-tasks.ts";
import { taskStore } from "./tasks/task-store.ts";
import { serveTools, type CallSettings } from "./serve-tools.ts";

/**
 * Options of a served extension.
 *
 * @example
 * ```ts
 * const options: McpServerOptions = { version: "1.2.0", cwd: "/work", callFolders: "/tmp/calls" };
 * ```
 */
export interface McpServerOptions {
  /** Version that clients see. Default: `0.0.0`. */
  readonly version?: string;
  /** Absolute working folder of the tools. Default: that of this process. */
  readonly cwd?: string;
  /**
   * Parent of a numbered folder for the files of each call. Default: no files
   * are stored.
   */
  readonly callFolders?: string;
}

/** Extension that is served. */
export interface ServedExtension {
  /**
   * Creates a server for one connection, for `serveStdio` and
   * `createMcpHandler` of `@modelcontextprotocol/server`. The first one starts
   * the extension. Rejects with ExtensionError if it cannot start.
   */
  readonly makeServer: (context?: Pick<McpRequestContext, "era" | "requestInfo">) => Promise<Server>;
  /** Resources that clients watch. */
  readonly watches: ResourceWatches;
  /** Ends calls that wait for their clients, and closes the extension. */
  readonly close: () => Promise<void>;
}

/**
 * Serves an extension on any transport: clients of all protocol revisions get
 * its instructions, tools, prompts and resources.
 *
 * Each connection of a client of 2025 is a session; those of 2026-07-28, which
 * have none, share one.
 *
 * Differences between the two eras of clients:
 *
 * - 2025: a connection is a session with its own state. Questions are requests
 *   to the client, sent while the call runs. Changes of lists are
 *   notifications.
 * - 2026-07-28: requests are independent and share one state. A call with
 *   questions ends early, and the client repeats it with the answers. Clients
 *   subscribe to changes.
 */
export function servedExtension(extension: Extension, options: McpServerOptions = {}): ServedExtension {
  const { name, instructions, prompts, resources } = extension;
  const { version = "0.0.0", cwd = process.cwd(), callFolders } = options;
  const rounds = inputRounds(name);
  const watches = resourceWatches(resources);
  // Clients of 2026-07-28 have no sessions, so they share the state of one.
  const shared = `mcp-${crypto.randomUUID()}`;
  const kept = new Map<string, JsonValue>();
  const known = taskStore();
  const [modern, legacy] = [modernTasks(known, name), legacyTasks(known, name)];
  let calls = 0;

  // Each call has its own id and folder, as in an agent.
  function callOf(session: string): CallSettings {
    const callId = `call-${++calls}`;
    const callFolder = callFolders === undefined ? undefined : join(callFolders, callId);
    const state = {
      read: () => kept.get(session),
      write: (value: JsonValue) => Promise.resolve(void kept.set(session, value)),
    };
    return { session, callId, cwd, callFolder, state };
  }

  // A server belongs to one connection, or over HTTP to one request of a modern
  // client.
  async function makeServer(context: Parameters<ServedExtension["makeServer"]>[0]): Promise<Server> {
    const tools = await extension.tools();
    const isModern = context?.era === "modern";
    const session = isModern ? shared : `mcp-${crypto.randomUUID()}`;
    // Tasks are announced only if a tool can need one.
    const hasTasks = tools.some(({ isLong }) => isLong);
    const capabilities = capabilitiesOf(extension, hasTasks ? taskCapabilities(isModern) : {});
    const server = new Server({ name, version }, { capabilities, ...(instructions ? { instructions } : {}) });
    // The two eras differ in how a call asks its client.
    const run: RunForClient = isModern
      ? (request, what, work) => rounds.run(request, what, work)
      : (request, _, work) => work(directScope(server, request, name));
    const tasks = (isModern ? modern : legacy)(server);
    if (hasTasks) tasks.serve();
    serveTools(server, extension, { run, nextCall: () => callOf(session), tasks });
    if (prompts) servePrompts(server, prompts, run);
    const ends = [resources && serveResources(server, resources)];
    if (prompts?.complete || resources?.complete) serveCompletions(server, extension);
    // A server of one request over HTTP is gone when something changes.
    if (!isModern || !context?.requestInfo) ends.push(...tellChanges(server, extension));
    if (isModern && !context.requestInfo)
      ends.push(watches.onUpdate((uri) => void server.sendResourceUpdated({ uri }).catch(() => {})));
    // oxlint-disable-next-line unicorn/prefer-add-event-listener -- it has no other way
    server.onclose = () => {
      for (const end of ends) end?.();
      // The shared session outlives its connections.
      if (isModern) return;
      kept.delete(session);
      void extension.endSession?.(session).catch(() => {});
    };
    return server;
  }

  return {
    makeServer,
    watches,
    async close() {
      watches.end();
      rounds.close();
      known.close();
      await extension.close();
    },
  };
}

/**
 * Notifies the client when a list has changed. A client that is gone is not an
 * error.
 */
function tellChanges(server: Server, extension: Extension) {
  const quiet = (send: () => Promise<void>) => () => void send().catch(() => {});
  return [
    extension.onChange?.(quiet(() => server.sendToolListChanged())),
    extension.prompts?.onChange?.(quiet(() => server.sendPromptListChanged())),
    extension.resources?.onChange?.(quiet(() => server.sendResourceListChanged())),
  ];
}

/**
 * Returns a function that creates MCP servers of an extension, for transports
 * of your own.
 *
 * Closing such a server does not close the extension: its owner does.
 *
 * @param options - version and folders.
 *
 * @example
 * ```ts
 * const makeServer = mcpServerOf(defineExtension({ name: "empty" }), { version: "1.0.0" });
 * const server = await makeServer(); // connect it to a transport
 * ```
 */
export function mcpServerOf(extension: Extension, options?: McpServerOptions): ServedExtension["makeServer"] {
  return servedExtension(extension, options).makeServer;
}
