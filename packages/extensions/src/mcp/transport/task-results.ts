import type { Transport } from "@modelcontextprotocol/client";
import { isJsonObject, type JsonObject, type JsonValue } from "@skein/protocol";

/** What an extension of the protocol is called in capabilities; tasks are one since revision 2026-07-28. */
export const tasksExtension = "io.modelcontextprotocol/tasks";

/** A result that names a task reaches its caller: the library refuses kinds of results that it does not know. */
export function withTaskResults(transport: Transport): Transport {
  let receive: Transport["onmessage"];
  Object.defineProperty(transport, "onmessage", {
    get: () => receive,
    set(handler: Transport["onmessage"]) {
      receive = handler && ((message, extra) => handler(lifted(message), extra));
    },
  });
  return transport;
}

/** The task that a call has become; `undefined`: it was made at once. */
export function taskIn({ _meta: meta }: JsonObject): JsonObject | undefined {
  const task = isJsonObject(meta) ? meta[tasksExtension] : undefined;
  return isJsonObject(task) ? task : undefined;
}

function lifted<Message extends object>(message: Message): Message {
  const result = "result" in message ? (message.result as JsonValue) : undefined;
  if (!isJsonObject(result) || result["resultType"] !== "task") return message;
  const { _meta: meta, resultType: _, ...task } = result;
  const told = { ...(isJsonObject(meta) ? meta : {}), [tasksExtension]: task };
  return { ...message, result: { resultType: "complete", content: [], _meta: told } };
}
