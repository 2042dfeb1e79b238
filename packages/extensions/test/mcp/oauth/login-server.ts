import { defineExtension, defineTool } from "@skein/extension-kit";
import { mcpServerOf } from "@skein/extension-kit/serve";
import { createMcpHandler } from "@modelcontextprotocol/server";
import { z } from "zod";
import { answeredBy, bodyOf, loopback, type Loopback } from "../loopback.ts";

export interface LoginServerOptions {
  /** Scope that a token needs, as the server demands it. */
  readonly scope?: string;
  /** Whether programs may register themselves. Default: true. */
  readonly registers?: boolean;
  /** Whether a client's id may be the address of a document. Default: false. */
  readonly takesDocuments?: boolean;
  /** Added to the origin: as the server names its authorization server, and as that names itself. Default: nothing. */
  readonly named?: string;
  readonly issuer?: string;
}

export interface LoginServer extends AsyncDisposable {
  readonly url: string;
  /** Bodies of the requests to `/register` and `/token`, in their order. */
  readonly registrations: readonly Record<string, unknown>[];
  readonly grants: readonly URLSearchParams[];
  /** Tokens that came with requests to the server itself. */
  readonly presented: Loopback["requests"];
  /** No access token that was given out is accepted any more. */
  expire(): void;
  /** The next request for a token is refused with this code. */
  refuse(code: string): void;
}

/** An MCP server that asks for a login, with its authorization server, on loopback. */
export async function loginServer(options: LoginServerOptions = {}): Promise<LoginServer> {
  const registrations: Record<string, unknown>[] = [];
  const grants: URLSearchParams[] = [];
  const valid = new Set<string>();
  let [issued, refusal]: [number, string | undefined] = [0, undefined];
  const tool = defineTool({
    name: "greet",
    description: "Greets.",
    effect: "reads",
    input: z.object({}),
    run: () => "Hello.",
  });
  const answer = answeredBy(
    createMcpHandler(mcpServerOf(defineExtension({ name: "greeter", tools: [tool] }))),
  );
  const server = await loopback(async (request, response) => {
    const origin = `http://${request.headers.host}`;
    const send = (status: number, value: object) =>
      response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(value));
    switch (request.url) {
      case "/.well-known/oauth-protected-resource/mcp":
        return void send(200, {
          resource: `${origin}/mcp`,
          authorization_servers: [`${origin}${options.named ?? ""}`],
        });
      case "/.well-known/oauth-authorization-server":
        return void send(200, {
          issuer: `${origin}${options.issuer ?? ""}`,
          authorization_endpoint: `${origin}/authorize`,
          token_endpoint: `${origin}/token`,
          ...(options.registers === false ? {} : { registration_endpoint: `${origin}/register` }),
          ...(options.takesDocuments ? { client_id_metadata_document_supported: true } : {}),
          response_types_supported: ["code"],
          code_challenge_methods_supported: ["S256"],
          token_endpoint_auth_methods_supported: ["none", "client_secret_post"],
        });
      case "/register": {
        const asked = JSON.parse((await bodyOf(request)).toString()) as Record<string, unknown>;
        registrations.push(asked);
        return void send(201, { ...asked, client_id: `client-${registrations.length}` });
      }
      case "/token": {
        grants.push(new URLSearchParams((await bodyOf(request)).toString()));
        if (refusal !== undefined) {
          const error = refusal;
          refusal = undefined;
          return void send(400, { error });
        }
        issued++;
        valid.add(`access-${issued}`);
        return void send(200, {
          access_token: `access-${issued}`,
          refresh_token: `refresh-${issued}`,
          token_type: "Bearer",
          expires_in: 3600,
        });
      }
      case "/mcp": {
        const [, token = ""] = /^Bearer (.*)$/.exec(request.headers.authorization ?? "") ?? [];
        if (valid.has(token)) return answer(request, response);
        const scope = options.scope === undefined ? "" : `, scope="${options.scope}"`;
        const metadata = `${origin}/.well-known/oauth-protected-resource/mcp`;
        response.writeHead(401, { "www-authenticate": `Bearer resource_metadata="${metadata}"${scope}` });
        return void response.end();
      }
      default:
        return void send(404, {});
    }
  });
  return {
    url: server.url,
    registrations,
    grants,
    get presented() {
      return server.requests.filter(({ url }) => url === "/mcp");
    },
    expire: () => valid.clear(),
    refuse: (code) => (refusal = code),
    [Symbol.asyncDispose]: () => server[Symbol.asyncDispose](),
  };
}

/** A browser whose user agrees to everything. `pages`: the addresses it was sent to. `iss`: of the answer; default: none. */
export function willingBrowser(iss?: (page: URL) => string) {
  const pages: URL[] = [];
  const openPage = async (address: string): Promise<void> => {
    const page = new URL(address);
    pages.push(page);
    const back = new URL(page.searchParams.get("redirect_uri")!);
    back.searchParams.set("state", page.searchParams.get("state")!);
    back.searchParams.set("code", `code-${pages.length}`);
    if (iss) back.searchParams.set("iss", iss(page));
    await (await fetch(back)).text();
  };
  return { pages, openPage };
}
