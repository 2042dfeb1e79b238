import { WebStandardStreamableHTTPServerTransport, type Server } from "@modelcontextprotocol/server";

interface Session {
  readonly transport: WebStandardStreamableHTTPServerTransport;
  readonly server: Server;
}

export interface SessionLimits {
  /** The session that was used longest ago makes room for a new one. */
  readonly maxSessions: number;
  readonly maxBodyBytes: number;
}

export interface HttpSessions {
  handle(request: Request): Promise<Response>;
  close(): Promise<void>;
}

/** Sessions of clients of 2025, which may be asked for something while their calls run. */
export function httpSessions(
  makeServer: () => Promise<Server>,
  { maxSessions, maxBodyBytes }: SessionLimits,
): HttpSessions {
  /** Those used last come last. */
  const sessions = new Map<string, Session>();

  async function end(id: string | undefined): Promise<void> {
    if (id === undefined) return;
    const session = sessions.get(id);
    sessions.delete(id);
    await session?.server.close();
  }

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
    if (transport.sessionId === undefined) await server.close();
    if (sessions.size > maxSessions) await end(sessions.keys().next().value);
    return response;
  }

  return {
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

/** A client begins a new session then. */
function unknownSession(): Response {
  const error = { code: -32_001, message: "The session has ended." };
  return Response.json({ jsonrpc: "2.0", error, id: null }, { status: 404 });
}
