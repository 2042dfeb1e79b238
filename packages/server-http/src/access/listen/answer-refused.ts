import type { ServerResponse } from "node:http";
import type { Duplex } from "node:stream";
import { STATUS_CODES } from "node:http";
import type { Refused } from "../decide/decision.ts";
import { securityHeaders } from "../security-headers.ts";

/** The connection is closed after it: the body of a refused request is not read. */
export function answerRefused(response: ServerResponse, refused: Refused): void {
  response.writeHead(refused.status, headersOf(refused)).end(bodyOf(refused));
}

/** The same for a request that would have been upgraded, which has no response of Node's. */
export function refuseUpgrade(socket: Duplex, refused: Refused): void {
  const head = Object.entries({
    ...headersOf(refused),
    "content-length": `${Buffer.byteLength(bodyOf(refused))}`,
  }).map(([name, value]) => `${name}: ${value}\r\n`);
  const status = `HTTP/1.1 ${refused.status} ${STATUS_CODES[refused.status]}\r\n`;
  socket.end(`${status}${head.join("")}\r\n${bodyOf(refused)}`, () => socket.destroy());
}

function headersOf({ status }: Refused): Record<string, string> {
  return {
    ...securityHeaders,
    "content-type": "application/json",
    connection: "close",
    ...(status === 401 && { "www-authenticate": "Bearer" }),
    ...(status === 405 && { allow: "GET, HEAD, POST, PUT, PATCH, DELETE" }),
    ...(status === 429 && { "retry-after": "60" }),
  };
}

function bodyOf({ code, message }: Refused): string {
  return `${JSON.stringify({ error: { code, message } })}\n`;
}
