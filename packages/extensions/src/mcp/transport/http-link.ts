import type * as mcpClient from "@modelcontextprotocol/client";
import { outgoingFetch } from "@skein/platform/outgoing";
import { setTimeout as sleep } from "node:timers/promises";
import { boundedFetch } from "./bounded-fetch.ts";
import { limits, waits } from "../limits.ts";
import { changesWithinMs, quiet, type Link } from "./link.ts";
import { authorizedFetch } from "../oauth/authorized-fetch.ts";
import type { ServerLogin } from "../oauth/server-login.ts";
import { socketFetch } from "./socket-fetch.ts";
import type { McpUrlSettings } from "../settings.ts";

type Library = Pick<typeof mcpClient, "StreamableHTTPClientTransport" | "extractWWWAuthenticateParams">;

export function httpLink(
  { url, socket, headers = {}, maxMessageBytes = limits.messageBytes, newTools }: McpUrlSettings,
  library: Library,
  login: ServerLogin | undefined,
): Link {
  const plain = boundedFetch(socket === undefined ? outgoingFetch : socketFetch(socket), maxMessageBytes);
  const transport = new library.StreamableHTTPClientTransport(new URL(url), {
    requestInit: { headers: { ...headers } },
    fetch: login ? authorizedFetch(plain, login, library) : plain,
    redirectPolicy: "same-origin",
  });
  return {
    transport,
    isOld: false,
    changesWithinMs: changesWithinMs({ newTools }),
    ...quiet,
    async close() {
      const goodbye = transport.terminateSession().catch(() => {});
      await Promise.race([goodbye, sleep(waits.goodbye, undefined, { ref: false })]);
    },
  };
}
