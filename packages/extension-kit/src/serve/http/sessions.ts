// Source: MCP, revision 2025-11-25, transports, "Session Management".

import { WebStandardStreamableHTTPServerTransport, type Server } from "@modelcontextprotocol/server";

/** Connection of one client. */
interface Session {
  readonly transport: WebStandardStreamableHTTPServerTransport;
  readonly server: Server;
}

/** Limits of all sessions. */
export interface SessionLimits {
  /** Sessions to store. The one used longest ago makes room for a new one. */
  readonly maxSessions: number;
  /** Largest body of a request in bytes. */
  readonly maxBodyBytes: number;
}

/** Sessions of a server. */
export interface HttpSessions {
  /** Answers a request, in its session or a new one. */
  handle(request: Request): Promise<Response>;
  /** Ends all sessions. */
  close(): Promise<void>;
}

/**
 * Stores the sessions of clients of 2025. Their calls can send requests to them
 * while they run.
 */
export function httpSessions(
  makeServer: () => Promise<Server>,
  { maxSessions, maxBodyBytes }: SessionLimits,
): HttpSessions {
  /** Sessions by id. The one used last is at the end. */
  const sessions = new Map<string, Session>();

  // Removed first, so that no request finds a session that is closing.
  async function end(id: string | undefined): Promise<void> {
    if (id === undefined) return;
    const session = sessions.get(id);
    sessions.delete(id);
    await session?.server.close();
  }

  // A session exists once the library has accepted its first message.
  async function open(request: Request): Promise<Response> {
    const server = await makeServer();
    const transport = new WebStandardStreamableHTTPServerTransport({
      sessionIdGenerator: () => crypto.randomUUID(),
      onsessioninitialized: (id) => void sessions.set(id, { transport, server }),
      onsessionclosed: end,
      maxRequestBodySize: maxBodyBytes,
    });
    await server.connect(transport);
    const response = await transport.handleRequest(request);
    // The request was not an `initialize`, so no session has started.
    if (transport.sessionId === undefined) await server.close();
    if (sessions.size > maxSessions) await end(sessions.keys().next().value);
    return response;
  }

  return {
    // The id comes from the client. An unknown one gets 404, after which
    // clients start again.
    async handle(request) {
      const id = request.headers.get("mcp-session-id");
      if (id === null) return open(request);
      const session = sessions.get(id);
      if (!session) return unknownSession();
      sessions.delete(id);
      sessions.set(id, session);
      return session.transport.handleRequest(request);
    },
    async close() {
      await Promise.all([...sessions.keys()].map(end));
    },
  };
}

/**
 * Answers a request for a session that has ended. A client starts a new one
 * then.
 *
 * Source: MCP, transports, "Session Management": 404.
 */
function unknownSession(): Response {
  const error = { code: -32_001, message: "The session has ended." };
  return Response.json({ jsonrpc: "2.0", error, id: null }, { status: 404 });
}
