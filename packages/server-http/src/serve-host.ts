import type { IncomingMessage, ServerResponse } from "node:http";
import { dirname, join } from "node:path";
import type { Duplex } from "node:stream";
import { getRequestListener, type HttpBindings } from "@hono/node-server";
import type { Host, Machine } from "@skein/host";
import {
  AccessError,
  defaultLimits,
  listenPlace,
  serveFrames,
  serveGuarded,
  type AccessLimits,
  type Admission,
  type FrameServer,
  type GuardedServer,
  type GuardedServerParts,
  type ListenPlace,
  type ListenWish,
} from "./access/index.ts";
import { ensurePrivateFolder } from "@skein/settings";
import { ConfigError } from "@skein/protocol";
import { Hono } from "hono";
import { eventSockets } from "./events/web-socket.ts";
import { extensionLogins } from "./extension-logins.ts";
import { openApi } from "./openapi/open-api.ts";
import { openedSessions } from "./opened-sessions.ts";
import { operations } from "./operations/all-operations.ts";
import type { Operation, OperationScope } from "./operations/operation.ts";
import { eventsInput } from "./operations/schemas.ts";
import { readPages } from "./pages/read-pages.ts";
import { publicPathsOf, servePage } from "./pages/serve-page.ts";
import { lastEntries } from "./repeated/find-done.ts";
import { keptRequests } from "./repeated/kept-requests.ts";
import { repeatedRequests } from "./repeated/repeated-requests.ts";
import { serverRecordFile } from "./server-record-file.ts";
import { serveOperation } from "./serve-operation.ts";

export interface HttpServerParts {
  readonly host: Host;
  readonly machine: Machine;
  readonly listen: ListenWish;
  /** Name and version of the app. */
  readonly app: OperationScope["app"];
  /** Folder of a browser app as it was built, which is served at `/`. Without it, only operations are. */
  readonly assets?: string | undefined;
  readonly limits?: Partial<AccessLimits>;
}

/** Serves a host over HTTP. Closing the server leaves the host open. Rejects with `ConfigError`. */
export async function serveHost(parts: HttpServerParts): Promise<GuardedServer> {
  const { host, machine, app: about, listen, assets, ...access } = parts;
  const pages = assets === undefined ? undefined : await readPages(assets);
  const place = placeOf(listen);
  const recordFile = serverRecordFile(machine);
  // Where the browser is on another machine, it would find its own 127.0.0.1.
  const limits = { ...defaultLimits, ...access.limits };
  await ensurePrivateFolder(dirname(recordFile));
  const frames: FrameServer | undefined =
    pages && place.kind === "tcp" && place.isLoopbackOnly
      ? await serveFrames({ limits, ancestors: () => namesOf(server.url) })
      : undefined;
  const opened = openedSessions(host, frames !== undefined);
  const repeated = repeatedRequests(() => keptRequests(join(dirname(recordFile), "requests.jsonl")));
  const admissions = new WeakMap<IncomingMessage, Admission>();
  const app = new Hono<{ Bindings: HttpBindings }>();
  const sockets = eventSockets(opened);
  const scope: OperationScope = {
    host,
    machine,
    opened,
    logins: extensionLogins(machine),
    frames,
    lastEntry: lastEntries(host.sessions),
    app: about,
    server: {
      addToken: (role) => server.addToken(role),
      revoke: (id) => server.revoke(id),
      browserLink: (role) => server.browserLink(role),
    },
  };
  for (const operation of operations)
    app.on(operation.method, routeOf(operation), (context) =>
      serveOperation(operation, context, {
        scope,
        admission: admissions.get(context.env.incoming),
        repeated,
      }),
    );
  app.get("/api/openapi.json", (context) => context.json(openApi(about.version)));
  app.notFound((context) =>
    context.json({ error: { code: "no-route", message: "There is nothing here." } }, 404),
  );
  const listener = getRequestListener(app.fetch, { overrideGlobalObjects: false });
  const handlers = {
    onRequest(request: IncomingMessage, response: ServerResponse, admission: Admission) {
      if (pages && servePage(pages, admission.path, request, response)) return;
      admissions.set(request, admission);
      void listener(request, response);
    },
    onUpgrade(request: IncomingMessage, duplex: Duplex, head: Buffer, admission: Admission) {
      void upgrade(request, duplex, head, admission);
    },
  };
  const server: GuardedServer = await guarded({
    place,
    frames: frames?.origins,
    ...access,
    ...handlers,
    recordFile,
    browsersFile: join(dirname(recordFile), "browsers.json"),
    publicPaths: pages ? publicPathsOf(pages) : [],
  }).catch(async (error: unknown) => {
    await frames?.[Symbol.asyncDispose]();
    throw error;
  });

  async function upgrade(request: IncomingMessage, duplex: Duplex, head: Buffer, admission: Admission) {
    const [, session] = /^\/api\/sessions\/([^/]+)\/events$/.exec(admission.path) ?? [];
    const query = Object.fromEntries(new URLSearchParams(admission.query));
    const asked = eventsInput.safeParse({ ...query, session });
    if (asked.success) await sockets(request, duplex, head, asked.data);
    else duplex.end("HTTP/1.1 400 Bad Request\r\nConnection: close\r\n\r\n");
  }

  const close = async () => void (await Promise.all([server.close(), frames?.[Symbol.asyncDispose]()]));
  return { ...server, close, [Symbol.asyncDispose]: close };
}

function placeOf(listen: ListenWish): ListenPlace {
  try {
    return listenPlace(listen);
  } catch (error) {
    throw asConfigError(error);
  }
}

async function guarded(parts: GuardedServerParts): Promise<GuardedServer> {
  try {
    return await serveGuarded(parts);
  } catch (error) {
    throw asConfigError(error);
  }
}

function asConfigError(error: unknown): unknown {
  return error instanceof AccessError ? new ConfigError("usage", error.message, { cause: error }) : error;
}

/** The origins of a server on this machine. */
function namesOf(url: string): readonly string[] {
  return [url, `http://localhost:${new URL(url).port}`];
}

function routeOf({ path }: Operation): string {
  return `/api${path.replaceAll(/\{(\w+)\}/g, ":$1")}`;
}
