import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { Duplex } from "node:stream";
import { AccessError } from "../access-error.ts";
import { decideAccess } from "../decide/decide-access.ts";
import type { AccessDecision, Refused } from "../decide/decision.ts";
import { headerLines } from "../decide/headers.ts";
import { defaultLimits, type AccessLimits } from "../limits.ts";
import type { Role } from "../role.ts";
import { securityHeadersFor } from "../security-headers.ts";
import { answerRefused, refuseUpgrade } from "./answer-refused.ts";
import { bind } from "./bind.ts";
import { createBrowserLogins } from "./browser-logins.ts";
import { watchConnections } from "./connections.ts";
import { createCredentialStore, type IssuedSecret } from "./credential-store.ts";
import { readKeptBrowsers } from "./kept-browsers.ts";
import { hostsOf, type ListenPlace } from "./listen-place.ts";
import { readServerRecord, removeServerRecord, writeServerRecord } from "./server-record.ts";
import { createWrongTokens } from "./wrong-tokens.ts";

/** A request that may come in. */
export type Admission = Extract<AccessDecision, { readonly kind: "admitted" | "public" }>;

export interface GuardedServerParts {
  readonly place: ListenPlace;
  /** The file by which clients of the same user find the server, in a folder for its owner alone. */
  readonly recordFile: string;
  /** The file, in the same folder, of browsers that stay logged in at the same port. Default: they are logged out at the end. */
  readonly browsersFile?: string | undefined;
  /** See `AccessSettings`. Default: none. */
  readonly publicPaths?: readonly string[];
  /** Origins whose pages may be shown within those of this server. Default: none. */
  readonly frames?: readonly string[] | undefined;
  readonly limits?: Partial<AccessLimits>;
  /** Receives what may come in. The headers of `securityHeaders` are set on its response. */
  readonly onRequest: (request: IncomingMessage, response: ServerResponse, admission: Admission) => void;
  /** Receives what may become a WebSocket. Default: it is refused. */
  readonly onUpgrade?: (request: IncomingMessage, socket: Duplex, head: Buffer, admission: Admission) => void;
}

export interface GuardedServer extends AsyncDisposable {
  /** `http://127.0.0.1:4400`; of a Unix socket `http://localhost`. */
  readonly url: string;
  /** Of the role `admin`; it is in the record. */
  readonly token: string;
  addToken(role: Role): IssuedSecret;
  /** Resolves to whether there was such a token or browser. Connections that it has open stay. */
  revoke(id: string): Promise<boolean>;
  /** A link that opens a browser with this role: once, within a minute. */
  browserLink(role: Role): string;
  /** Ends all connections. May be called twice. */
  close(): Promise<void>;
}

const loginPath = "/login";

/** Listens, and lets in what `decideAccess` admits. Rejects with `AccessError`. */
export async function serveGuarded(parts: GuardedServerParts): Promise<GuardedServer> {
  const { place, recordFile, browsersFile, publicPaths = [], onRequest, onUpgrade } = parts;
  const headers = securityHeadersFor(parts.frames);
  const limits: AccessLimits = { ...defaultLimits, ...parts.limits };
  const running = await readServerRecord(recordFile);
  if (running)
    throw new AccessError("already-serving", `Process ${running.pid} serves already, at ${running.url}.`);
  const kept = browsersFile === undefined ? undefined : await readKeptBrowsers(browsersFile);
  const wrongTokens = createWrongTokens();
  const connections = watchConnections(limits.slowReaderMs);
  const server = createServer({
    headersTimeout: limits.headersMs,
    requestTimeout: limits.requestMs,
    connectionsCheckingInterval: Math.min(limits.headersMs / 2, 5000),
    maxHeaderSize: 16 * 1024,
    requireHostHeader: false, // decided with all other names
  });
  server.maxConnections = limits.connections;
  server.on("connection", (socket) => connections.add(socket));
  server.on("request", serve);
  server.on("checkContinue", serve);
  server.on("upgrade", upgrade);
  const port = await bind(server, place).catch((error: unknown) => {
    connections.endAll();
    throw error;
  });
  const hosts = hostsOf(place, port);
  const cookie = port === undefined ? "skein" : `skein_${port}`;
  const url = `http://${hosts[0]!}`;
  const credentials = createCredentialStore(limits, kept?.(cookie));
  const { secret: token } = credentials.addToken("admin");
  const logins = createBrowserLogins({ credentials, wrongTokens, limits, cookie, browsersFile });

  function decide(request: IncomingMessage): AccessDecision {
    const remoteAddress = place.kind === "socket" ? undefined : (request.socket.remoteAddress ?? "unknown");
    const from = remoteAddress ?? "";
    const { method = "", url: target = "" } = request;
    const decision = decideAccess(
      { method, url: target, headers: headerLines(request.rawHeaders), remoteAddress },
      {
        hosts,
        credentials: credentials.all(),
        cookie,
        isLoopbackOnly: place.isLoopbackOnly,
        publicPaths,
        loginPath,
        wrongTokens: wrongTokens.count(from),
        limits,
      },
    );
    if (decision.kind === "refused" && decision.code === "wrong-token") wrongTokens.add(from);
    return decision;
  }

  function serve(request: IncomingMessage, response: ServerResponse): void {
    const decision = decide(request);
    if (decision.kind === "refused") return answerRefused(response, decision);
    if (decision.kind === "login") return logins.logIn(decision.code, request, response);
    for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
    if (request.headers.expect !== undefined) response.writeContinue();
    onRequest(request, response, decision);
  }

  function upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void {
    socket.on("error", () => undefined); // `close` follows
    const decision = decide(request);
    if (decision.kind === "refused") return refuseUpgrade(socket, decision);
    if (decision.kind !== "admitted" || !onUpgrade) return refuseUpgrade(socket, noUpgrade);
    onUpgrade(request, socket, head, decision);
  }

  async function closeAll(): Promise<void> {
    await removeServerRecord(recordFile, token);
    const closed = new Promise((resolve) => server.close(resolve));
    connections.endAll();
    await Promise.all([closed, logins.stored()]);
  }

  let closed: Promise<void> | undefined;
  const close = (): Promise<void> => (closed ??= closeAll());
  const socket = place.kind === "socket" ? { socket: place.path } : {};
  await writeServerRecord(recordFile, { version: 1, pid: process.pid, url, ...socket, token }).catch(
    async (error: unknown) => {
      await close();
      throw error;
    },
  );
  return {
    url,
    token,
    addToken: (role) => credentials.addToken(role),
    async revoke(id) {
      const wasValid = credentials.revoke(id);
      if (wasValid) await logins.store();
      return wasValid;
    },
    browserLink: (role) => `${url}${loginPath}?code=${credentials.addCode(role)}`,
    close,
    [Symbol.asyncDispose]: close,
  };
}

const noUpgrade: Refused = {
  kind: "refused",
  status: 400,
  code: "upgrade",
  message: "Nothing here becomes a WebSocket.",
};
