import {
  ConfigError,
  isJsonObject,
  isBlankReply,
  toJson,
  type JsonObject,
  type Message,
} from "@skein/protocol";
import { checkPart } from "./check-part.ts";

/**
 * A conversation that comes from outside, checked: whole messages, known roles, and for each call exactly one result in
 * the message after it.
 *
 * @returns a copy. Throws `ConfigError` `usage` that names the message and what to change.
 */
export function checkMessages(given: readonly Message[]): readonly Message[] {
  const json = toJson(given);
  if (!json.ok) throw refused("messages", `must be JSON: ${json.problem}.`);
  if (!Array.isArray(json.value)) throw refused("messages", "must be a list of messages.");
  const messages = json.value as readonly unknown[];
  const callIds = new Set<string>();
  /** Calls of the message before that have no result yet: their names by their ids. */
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
    else if (open.size > 0) throw refused(path, `must hold the results of ${[...open.keys()].join(", ")}.`);
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

const sources = ["user", "steer", "hook", "recipe", "child", "agent"];

function checkUser({ from, dynamicContext }: JsonObject, path: string): void {
  if (typeof from !== "string" || !sources.includes(from))
    throw refused(`${path}.from`, `must be one of ${sources.join(", ")}.`);
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
    throw refused(`${path}.content`, "must be text alone, since the reply is partial.");
  const calls = parts.filter(({ type }) => type === "tool-call");
  for (const { id } of calls) {
    const callId = id as string;
    if (callIds.has(callId))
      throw refused(path, `makes the call ${callId} a second time; call ids are unique.`);
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
        `must name a call of the message before; ${callId} is none that waits for a result.`,
      );
    if (name !== wanted) throw refused(`${place}.name`, `must be "${wanted}", as in the call.`);
    if (dynamicContext !== undefined && index < parts.length - 1)
      throw refused(`${place}.dynamicContext`, "may only be beside the last result.");
    checkDynamicContext(dynamicContext, place);
    left.delete(callId);
  }
  if (left.size > 0) throw refused(path, `lacks the results of ${[...left.keys()].join(", ")}.`);
}

function refused(path: string, problem: string): ConfigError {
  return new ConfigError("usage", `${path} ${problem}`);
}
