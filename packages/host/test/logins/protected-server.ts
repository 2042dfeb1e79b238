import { createMcpHandler, McpServer } from "@modelcontextprotocol/server";
import { authorizationServer, loopback, type AuthorizationServer } from "./authorization-server.ts";

export interface ProtectedServer extends AsyncDisposable {
  readonly url: string;
  readonly authorization: AuthorizationServer;
  /** Name another authorization server from now on. */
  name(issuer: string): void;
}

/** An MCP server that wants a token of an authorization server on this machine. */
export async function protectedServer(): Promise<ProtectedServer> {
  let own = "";
  const authorization = await authorizationServer(() => `${own}/mcp`);
  let issuer = authorization.issuer;
  const handler = createMcpHandler(() => new McpServer({ name: "protected", version: "1.0.0" }));
  const server = await loopback((url) => {
    own = url;
    const metadata = `${url}/.well-known/oauth-protected-resource/mcp`;
    return async (request, response) => {
      if (request.url === new URL(metadata).pathname) {
        const document = {
          resource: `${url}/mcp`,
          authorization_servers: [issuer],
          scopes_supported: ["read"],
        };
        response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(document));
        return;
      }
      const token = request.headers.authorization?.replace(/^Bearer /, "") ?? "";
      if (!(await authorization.scopesOf(token))?.includes("read")) {
        const challenge = `Bearer resource_metadata="${metadata}", scope="read"`;
        response.writeHead(401, { "www-authenticate": challenge }).end();
        return;
      }
      const chunks: Buffer[] = [];
      for await (const chunk of request) chunks.push(chunk as Buffer);
      const answer = await handler.fetch(
        new Request(`${url}${request.url ?? ""}`, {
          method: request.method ?? "GET",
          headers: request.headers as Record<string, string>,
          ...(chunks.length > 0 ? { body: Buffer.concat(chunks) } : {}),
        }),
      );
      response.writeHead(answer.status, Object.fromEntries(answer.headers));
      response.end(Buffer.from(await answer.arrayBuffer()));
    };
  });
  return {
    url: `${server.url}/mcp`,
    authorization,
    name: (other) => void (issuer = other),
    async [Symbol.asyncDispose]() {
      await server[Symbol.asyncDispose]();
      await authorization[Symbol.asyncDispose]();
    },
  };
}
