import { isAbsolute } from "node:path";
import {
  agent,
  methods,
  ndJsonStream,
  PROTOCOL_VERSION,
  RequestError,
  type AgentCapabilities,
  type AgentContext,
  type AuthMethod,
  type FileSystemCapabilities,
  type Implementation,
  type LoadSessionRequest,
} from "@agentclientprotocol/sdk/unstable";
import type { Host, OpenWishes } from "@skein/host";
import { viewOfEntries } from "@skein/session-view";
import { acpSession, type AcpSession } from "./acp-session.ts";
import { clientFiles } from "./client-files.ts";
import { clientServers } from "./client-servers.ts";
import { configOptions } from "./config-options.ts";
import { listSessions } from "./list-sessions.ts";
import { messageCommands } from "./message-commands.ts";
import { refuse } from "./request-error.ts";
import type { WindowOf } from "./usage-update.ts";
import { viewUpdates, type ClientShows } from "./view-updates.ts";
import { loadSessionCommands } from "./later.ts";

export interface ServeAcpOptions {
  /** Stays open: closing it is up to whoever opened it. */
  readonly host: Host;
  /** What the client writes: one JSON-RPC message per line. */
  readonly input: ReadableStream<Uint8Array>;
  readonly output: WritableStream<Uint8Array>;
  /** Who the client is told it speaks to. */
  readonly agentInfo: Implementation;
  /** What holds for every session. Default: settings and files say it. */
  readonly wishes?: Omit<OpenWishes, "cwd" | "session" | "attended">;
  /** Default: no context window is known, and clients are not told how full it is. */
  readonly windowOf?: WindowOf;
  /** Arguments that make the command which the client has started set itself up in a terminal. Default: it cannot. */
  readonly setUpArgs?: readonly string[];
  /** Ends the connection. */
  readonly signal?: AbortSignal;
}

/**
 * Speaks the Agent Client Protocol (ACP), version 1, with one client. Resolves when the client has gone, or `signal` was
 * aborted, and everything that ran for it has been interrupted. Sessions that were open before it came stay open.
 */
export async function serveAcp(options: ServeAcpOptions): Promise<void> {
  const { host, input, output, agentInfo, wishes = {}, windowOf, setUpArgs, signal } = options;
  const sessions = new Map<string, AcpSession>();
  let shows: ClientShows = { notices: false, compactions: false };
  let hasForms = false;
  let files: FileSystemCapabilities | null | undefined;
  /** Settles when nothing is being opened any more. */
  let opening: Promise<unknown> = Promise.resolve();
  let isOver = false;

  async function openNow(params: Opening, client: AgentContext, isTold: boolean) {
    const { cwd, mcpServers = [], sessionId } = params;
    requireOneFolder(params);
    const updates = viewUpdates(cwd, shows);
    const isNew = sessionId === undefined;
    const isLive = !isNew && host.live().includes(sessionId);
    const entries = isNew ? [] : await Array.fromAsync(host.sessions.entries(sessionId)).catch(refuse);
    if (!isNew && entries.length === 0 && !isLive) throw nothingSaid(sessionId);
    const past = viewOfEntries(entries);
    for (const update of updates(past, isLive ? "live" : "over"))
      if (isTold && !isNew) await client.notify(methods.client.session.update, { sessionId, update });
    const before = isNew ? undefined : sessions.get(sessionId);
    const servers = [...(wishes.servers ?? []), ...clientServers(mcpServers, cwd)];
    let id = sessionId;
    const openFiles = clientFiles(client, files, () => id);
    // The client is asked about the sessions that it has open.
    const resumesParent = (parent: string) => ({ attended: sessions.has(parent) });
    const wish = { ...wishes, cwd, servers, openFiles, attended: true, session: sessionId, resumesParent };
    const live = await host.open(wish).catch(refuse);
    ({ id } = live);
    before?.leave();
    const { commandsOf } = await loadSessionCommands();
    const commands = await commandsOf(host, cwd);
    const session = acpSession({
      live,
      commands: messageCommands(commands),
      config: configOptions(live, commands),
      windowOf: async (model) => windowOf?.(model, cwd),
      client,
      past,
      updates,
      hasForms,
      isShared: before?.isShared ?? isLive,
    });
    // The client went away while it was being opened.
    if (isOver) await session.close();
    else sessions.set(live.id, session);
    // The client has to know the session first.
    setImmediate(() => void Promise.all([session.tellCommands(), session.tellChoices(), session.askOpen()]));
    return { sessionId: live.id, modes: session.modes(), configOptions: session.configOptions() };
  }

  function open(params: Opening, client: AgentContext, isTold = false) {
    const opened = openNow(params, client, isTold);
    opening = Promise.allSettled([opening, opened]);
    return opened;
  }

  function sessionOf({ sessionId }: { readonly sessionId: string }): AcpSession {
    const session = sessions.get(sessionId);
    if (!session) throw RequestError.sessionNotFound(sessionId);
    return session;
  }

  const { session } = methods.agent;
  const app = agent({ name: agentInfo.name })
    .onRequest(methods.agent.initialize, ({ params: { clientCapabilities } }) => {
      const { notices, compaction } = clientCapabilities?.session ?? {};
      shows = { notices: Boolean(notices), compactions: Boolean(compaction) };
      hasForms = Boolean(clientCapabilities?.elicitation?.form);
      files = clientCapabilities?.fs;
      const authMethods = clientCapabilities?.auth?.terminal && setUpArgs ? [setUp(setUpArgs)] : [];
      return { protocolVersion: PROTOCOL_VERSION, agentInfo, agentCapabilities, authMethods };
    })
    .onRequest(session.new, ({ params, client }) => open(params, client))
    .onRequest(session.load, ({ params, client }) => open(params, client, true).then(choicesOf))
    .onRequest(session.resume, ({ params, client }) => open(params, client).then(choicesOf))
    .onRequest(session.list, ({ params }) => listSessions(host, params).catch(refuse))
    .onRequest(session.prompt, (request) =>
      sessionOf(request.params).prompt(request.params.prompt, request.signal).catch(refuse),
    )
    .onRequest(session.setMode, ({ params }) => sessionOf(params).setMode(params.modeId).catch(refuse))
    .onRequest(session.setConfigOption, ({ params }) =>
      sessionOf(params).setConfig(params.configId, params.value).catch(refuse),
    )
    .onRequest(session.fork, async ({ params, client }) => {
      requireOneFolder(params);
      const sessionId = await host.sessions.fork(params.sessionId).catch(refuse);
      return open({ ...params, sessionId }, client);
    })
    .onRequest(session.delete, async ({ params: { sessionId } }) => {
      await sessions.get(sessionId)?.close();
      sessions.delete(sessionId);
      await host.sessions.remove(sessionId).catch(refuse);
    })
    .onRequest(session.close, async ({ params }) => {
      await sessionOf(params).close();
      sessions.delete(params.sessionId);
    })
    .onNotification(session.cancel, ({ params }) => sessions.get(params.sessionId)?.cancel());

  const connection = app.connect(ndJsonStream(output, input));
  const end = () => connection.close(signal?.reason);
  signal?.addEventListener("abort", end, { once: true });
  if (signal?.aborted) end();
  await connection.closed;
  isOver = true;
  await opening;
  signal?.removeEventListener("abort", end);
  await Promise.allSettled([...sessions.values()].map((one) => one.close()));
}

const agentCapabilities: AgentCapabilities = {
  loadSession: true,
  promptCapabilities: { image: true, embeddedContext: true },
  mcpCapabilities: { http: true },
  sessionCapabilities: { list: {}, resume: {}, close: {}, fork: {}, delete: {} },
};

/** Clients run the command again in a terminal; nothing of it goes through them. */
const setUp = (args: readonly string[]): AuthMethod => ({
  type: "terminal",
  id: "set-up",
  name: "Set up in a terminal",
  description: "Choose a provider and store its key.",
  args: [...args],
});

/** Further folders are not announced: see decision 0084. Throws `RequestError`. */
function requireOneFolder({
  cwd,
  additionalDirectories = [],
}: Pick<LoadSessionRequest, "cwd" | "additionalDirectories">): void {
  if (!isAbsolute(cwd)) throw RequestError.invalidParams({ cwd }, "The folder must be an absolute path.");
  if (additionalDirectories.length === 0) return;
  throw RequestError.invalidParams(
    { additionalDirectories },
    "A session works in one folder. Leave additionalDirectories out: what a call does in other folders is asked for.",
  );
}

type Opening = Pick<LoadSessionRequest, "cwd"> & Partial<LoadSessionRequest>;

/** What a client that knows the session's id is told of it. */
const choicesOf = <Modes, Options>(told: { readonly modes: Modes; readonly configOptions: Options }) => ({
  modes: told.modes,
  configOptions: told.configOptions,
});

function nothingSaid(sessionId: string): RequestError {
  const message = `There is no session ${sessionId}, or nothing was said in it: then it ended with its connection. Begin a new one.`;
  return new RequestError(-32002, message, { sessionId });
}
