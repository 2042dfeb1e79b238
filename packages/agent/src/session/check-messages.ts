import {
  ConfigError,
  isJsonObject,
  isBlankReply,
  toJson,
  type JsonObject,
  type Message,
  messageSources,
} from "@skein/protocol";
import { checkPart } from "./check-part.ts";

/**
 * Validates a conversation history from outside: complete messages, known roles, and exactly one result per
 * tool call, in the next message.
 *
 * @returns a copy. Throws `ConfigError` `usage` with the path of the invalid message.
 */
export function checkMessages(given: readonly Message[]): readonly Message[] {
  const json = toJson(given);
  if (!json.ok) throw refused("messages", `must be JSON: ${json.problem}.`);
  if (!Array.isArray(json.value)) throw refused("messages", "must be a list of messages.");
  const messages = json.value as readonly unknown[];
  const callIds = new Set<string>();
  /** Names, by id, of the previous message's calls that have no result yet. */
  let open: ReadonlyMap<string, string> = new Map();
  for (const [at, message] of messages.entries()) {
    const path = `messages[${at}]`;
    if (!isJsonObject(message)) throw refused(path, "must be an object.");
    const { role, content } = message;
    if (role !== "user" && role !== "assistant" && role !== "tool")
      throw refused(`${path}.role`, 'must be "user", "assistant" or "tool".');
    if (at === 0 && role !== "user") throw refused(`${path}.role`, 'must be "user" in the first message.');
    if (!Array.isArray(content) || content.length === 0)
      throw refused(`${path}.content`, "must be a list of at least one part.");
    for (const [index, part] of content.entries())
      checkPart(role, part, `${path}.content[${index}]`, refused);
    const parts = content as readonly JsonObject[];
    if (role === "tool") checkResults(parts, open, path);
    else if (open.size > 0)
      throw refused(path, `must contain the results of ${[...open.keys()].join(", ")}.`);
    if (role === "user") checkUser(message, path);
    open = role === "assistant" ? checkReply(message, parts, callIds, path) : new Map();
  }
  if (open.size > 0)
    throw refused(
      `messages[${messages.length}]`,
      `is missing: the results of ${[...open.keys()].join(", ")}.`,
    );
  return messages as readonly Message[];
}

function checkUser({ from, dynamicContext }: JsonObject, path: string): void {
  if (typeof from !== "string" || !(messageSources as readonly string[]).includes(from))
    throw refused(`${path}.from`, `must be one of ${messageSources.join(", ")}.`);
  checkDynamicContext(dynamicContext, path);
}

function checkDynamicContext(value: unknown, path: string): void {
  if (value === undefined) return;
  const isTexts = Array.isArray(value) && value.every((text) => typeof text === "string" && text !== "");
  if (!isTexts) throw refused(`${path}.dynamicContext`, "must be a list of texts.");
}

/** @returns its calls. */
function checkReply(
  { partial, content }: JsonObject,
  parts: readonly JsonObject[],
  callIds: Set<string>,
  path: string,
): ReadonlyMap<string, string> {
  if (partial !== undefined && partial !== true) throw refused(`${path}.partial`, "must be true or absent.");
  if (partial && (parts.some(({ type }) => type !== "text") || isBlankReply(content as never)))
    throw refused(`${path}.content`, "must only contain text, because the reply is partial.");
  const calls = parts.filter(({ type }) => type === "tool-call");
  for (const { id } of calls) {
    const callId = id as string;
    if (callIds.has(callId)) throw refused(path, `repeats the call id ${callId}; call ids must be unique.`);
    callIds.add(callId);
  }
  return new Map(calls.map(({ id, name }) => [id as string, name as string]));
}

function checkResults(parts: readonly JsonObject[], open: ReadonlyMap<string, string>, path: string): void {
  const left = new Map(open);
  for (const [index, { callId: id, name, dynamicContext }] of parts.entries()) {
    const place = `${path}.content[${index}]`;
    const callId = id as string;
    const wanted = left.get(callId);
    if (wanted === undefined)
      throw refused(
        `${place}.callId`,
        `must name an open call of the previous message; ${callId} is not one.`,
      );
    if (name !== wanted) throw refused(`${place}.name`, `must be "${wanted}", as in the call.`);
    if (dynamicContext !== undefined && index < parts.length - 1)
      throw refused(`${place}.dynamicContext`, "is only allowed on the last result.");
    checkDynamicContext(dynamicContext, place);
    left.delete(callId);
  }
  if (left.size > 0) throw refused(path, `lacks the results of ${[...left.keys()].join(", ")}.`);
}

function refused(path: string, problem: string): ConfigError {
  return new ConfigError("usage", `${path} ${problem}`);
}
