import { isAbsolute } from "node:path";
import {
  agent,
  methods,
  ndJsonStream,
  PROTOCOL_VERSION,
  RequestError,
  type AgentCapabilities,
  type AgentContext,
  type Implementation,
  type NewSessionRequest,
} from "@agentclientprotocol/sdk";
import type { Host, OpenWishes } from "@skein/host";
import { acpSession, type AcpSession } from "./acp-session.ts";
import { clientServers } from "./client-servers.ts";
import { historyUpdates } from "./history-updates.ts";
import { listSessions } from "./list-sessions.ts";
import { refuse } from "./request-error.ts";

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
  /** Ends the connection. */
  readonly signal?: AbortSignal;
}

/**
 * Speaks the Agent Client Protocol (ACP), version 1, with one client. Resolves when the client has gone, or `signal` was
 * aborted, and everything that ran for it has been interrupted. Sessions that were open before it came stay open.
 */
export async function serveAcp(options: ServeAcpOptions): Promise<void> {
  const { host, input, output, agentInfo, wishes = {}, signal } = options;
  const sessions = new Map<string, AcpSession>();
  let takesNotices = false;

  async function open({ cwd, mcpServers = [], sessionId, fromSeq = 0 }: Opening, client: AgentContext) {
    if (!isAbsolute(cwd)) throw RequestError.invalidParams({ cwd }, "The folder must be an absolute path.");
    const before = sessionId === undefined ? undefined : sessions.get(sessionId);
    const isShared = before?.isShared ?? (sessionId !== undefined && host.live().includes(sessionId));
    const servers = [...(wishes.servers ?? []), ...clientServers(mcpServers, cwd)];
    const live = await host
      .open({ ...wishes, cwd, servers, attended: true, session: sessionId })
      .catch(refuse);
    before?.leave();
    const session = acpSession({ live, client, takesNotices, fromSeq, isShared });
    sessions.set(live.id, session);
    return { sessionId: live.id, modes: session.modes() };
  }

  async function openAgain(
    opening: Opening & { readonly sessionId: string },
    client: AgentContext,
    isTold: boolean,
  ) {
    const { sessionId, cwd } = opening;
    const past = await historyUpdates(host.sessions.entries(sessionId), cwd).catch(refuse);
    if (past.lastSeq === 0 && !host.live().includes(sessionId)) throw RequestError.sessionNotFound(sessionId);
    for (const update of isTold ? past.updates : [])
      await client.notify(methods.client.session.update, { sessionId, update });
    const { modes } = await open({ ...opening, fromSeq: past.lastSeq }, client);
    return { modes };
  }

  function sessionOf({ sessionId }: { readonly sessionId: string }): AcpSession {
    const session = sessions.get(sessionId);
    if (!session) throw RequestError.sessionNotFound(sessionId);
    return session;
  }

  const { session } = methods.agent;
  const app = agent({ name: agentInfo.name })
    .onRequest(methods.agent.initialize, ({ params: { clientCapabilities } }) => {
      takesNotices = Boolean(clientCapabilities?.session?.notices);
      return { protocolVersion: PROTOCOL_VERSION, agentInfo, agentCapabilities };
    })
    .onRequest(session.new, ({ params: { cwd, mcpServers }, client }) => open({ cwd, mcpServers }, client))
    .onRequest(session.load, ({ params, client }) => openAgain(params, client, true))
    .onRequest(session.resume, ({ params, client }) => openAgain(params, client, false))
    .onRequest(session.list, ({ params }) => listSessions(host, params).catch(refuse))
    .onRequest(session.prompt, (request) =>
      sessionOf(request.params).prompt(request.params.prompt, request.signal).catch(refuse),
    )
    .onRequest(session.setMode, ({ params }) => sessionOf(params).setMode(params.modeId).catch(refuse))
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
  signal?.removeEventListener("abort", end);
  await Promise.allSettled([...sessions.values()].map((one) => one.close()));
}

const agentCapabilities: AgentCapabilities = {
  loadSession: true,
  promptCapabilities: { image: true, embeddedContext: true },
  mcpCapabilities: { http: true },
  sessionCapabilities: { list: {}, resume: {}, close: {} },
};

interface Opening extends Partial<Pick<NewSessionRequest, "mcpServers">> {
  readonly cwd: string;
  readonly sessionId?: string;
  /** The last entry that the client needs not be told. */
  readonly fromSeq?: number;
}
