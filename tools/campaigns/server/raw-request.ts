import { connect, type Socket } from "node:net";
import type { Target } from "./target.ts";

export interface RawAnswer {
  /** 0: the connection was closed without an answer. */
  readonly status: number;
  readonly head: string;
  readonly body: string;
}

/** Of one answer; events do not end. */
const mostMs = 4000;

/** Sends bytes as they are, which no HTTP client would, and reads the first answer. */
export async function rawRequest({ url }: Target, text: string): Promise<RawAnswer> {
  const socket = opened(url);
  socket.write(text);
  const answer = await firstAnswer(socket);
  socket.destroy();
  return answer;
}

export function opened(url: URL): Socket {
  const socket = connect(Number(url.port || 80), url.hostname.replaceAll(/[[\]]/g, ""));
  socket.on("error", () => undefined);
  return socket;
}

/** What has arrived when the body is whole, the connection is closed, or it takes too long. */
export function firstAnswer(socket: Socket, ms = mostMs): Promise<RawAnswer> {
  return new Promise((resolve) => {
    let text = "";
    const finish = (): void => {
      clearTimeout(timer);
      const [head = "", ...rest] = text.split("\r\n\r\n");
      const [, status = "0"] = /^HTTP\/1\.[01] (\d{3})/.exec(head) ?? [];
      resolve({ status: Number(status), head, body: rest.join("\r\n\r\n") });
    };
    const timer = setTimeout(finish, ms);
    socket.on("data", (chunk: Buffer) => {
      text += chunk.toString("latin1");
      const [head = "", body] = text.split("\r\n\r\n");
      const [, length] = /^content-length: *(\d+)/im.exec(head) ?? [];
      if (
        body !== undefined &&
        (length === undefined ? head.startsWith("HTTP/1.1 101") : body.length >= Number(length))
      )
        finish();
    });
    socket.once("close", finish);
  });
}

/** A request as text. A header whose value is `undefined` is left out; `Host` is the server's own unless said. */
export function requestText(
  { url, token }: Target,
  line: string,
  headers: Readonly<Record<string, string | undefined>> = {},
  body = "",
): string {
  const all = {
    Host: url.host,
    ...(token === undefined ? {} : { Authorization: `Bearer ${token}` }),
    ...(body === ""
      ? {}
      : { "Content-Type": "application/json", "Content-Length": `${Buffer.byteLength(body)}` }),
    ...headers,
  };
  const lines = Object.entries(all).flatMap(([name, value]) =>
    value === undefined ? [] : [`${name}: ${value}\r\n`],
  );
  return `${line} HTTP/1.1\r\n${lines.join("")}\r\n${body}`;
}

/** What an attacker got, if the server did what was asked. */
export function gotIn({ status, head }: RawAnswer): string | undefined {
  const isDone = (status >= 200 && status < 300) || status === 101;
  if (isDone) return `answered ${status}`;
  return /^access-control-allow-origin:/im.test(head) ? `answered ${status} with a CORS header` : undefined;
}
