import { setTimeout as sleep } from "node:timers/promises";
import type { JSONRPCMessage, Transport } from "@modelcontextprotocol/client";
import { isJsonObject } from "@skein/protocol";
import { waits } from "../limits.ts";
import { messageLines } from "./message-lines.ts";
import { repeatedNotices } from "../repeated-notices.ts";
import type { ServerProcess } from "../server-process.ts";

/**
 * A started process as the client's transport. Output that is not a message (log lines, broken JSON) is skipped and
 * kept for error messages.
 *
 * `stderr` and `pid` tell the client that this is a local pipe: a server that does not respond to the version request
 * is then an old one, not a broken one.
 */
export function stdioTransport(
  server: ServerProcess,
  { maxBytes, changesWithinMs }: { readonly maxBytes: number; readonly changesWithinMs: number },
): Transport & { readonly pid: number | undefined } {
  const { child, words, gone } = server;
  const isRepeated = repeatedNotices(() => performance.now(), changesWithinMs);
  let closed = false;
  const transport: Transport & { readonly pid: number | undefined; readonly stderr: null } = {
    pid: child.pid,
    stderr: null,
    start() {
      child.stdout.on("data", messageLines({ maxBytes, onLine: receive, onTooMuch }));
      void gone.then(close);
      return Promise.resolve();
    },
    async send(message) {
      const { promise: written, resolve } = Promise.withResolvers<Error | null | undefined>();
      child.stdin.write(`${JSON.stringify(message)}\n`, resolve);
      const error = await written;
      if (!error) return;
      // How the server ended says more than a closed pipe, and is known in a moment.
      await Promise.race([gone, sleep(waits.lastOutput)]);
      throw error;
    },
    async close() {
      await server.end();
      close();
    },
  };

  function receive(line: string): void {
    const messages = messagesIn(line);
    if (messages.length === 0) words.add(`${line}\n`);
    for (const message of messages) if (!isRepeated(message)) transport.onmessage?.(message);
  }

  function onTooMuch(what: string): void {
    words.add(`It sent a message of ${what}.\n`);
    void transport.close();
  }

  function close(): void {
    if (closed) return;
    closed = true;
    transport.onclose?.();
  }

  return transport;
}

/**
 * Empty when the line is not JSON-RPC; several when it is a batch, as the revision of 2025-03-26 allows. Some runtimes write a
 * byte order mark to their standard output first.
 */
function messagesIn(text: string): readonly JSONRPCMessage[] {
  const line = text.replace(/^\ufeff/, "");
  if (!/^\s*[[{]/.test(line)) return [];
  try {
    const parsed: unknown = JSON.parse(line);
    return (Array.isArray(parsed) ? parsed : [parsed]).filter(isMessage).map(readable);
  } catch {
    return [];
  }
}

/** The client never settles a call whose result is not an object, or whose error has no code and message. */
function readable(message: JSONRPCMessage): JSONRPCMessage {
  if ("result" in message && !isJsonObject(message.result))
    return failed(message, "the server sent a result that is no object");
  if ("error" in message && !isWholeError(message.error))
    return failed(message, "the server sent an error that does not say what is wrong");
  return message;
}

function failed(message: JSONRPCMessage, why: string): JSONRPCMessage {
  const { id } = message as { readonly id: string | number };
  return { jsonrpc: "2.0", id, error: { code: -32603, message: why } };
}

function isWholeError(error: unknown): boolean {
  return isJsonObject(error) && Number.isInteger(error["code"]) && typeof error["message"] === "string";
}

function isMessage(value: unknown): value is JSONRPCMessage {
  return isJsonObject(value) && value["jsonrpc"] === "2.0";
}
