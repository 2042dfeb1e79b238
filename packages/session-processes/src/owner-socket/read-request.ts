import { isJsonObject, SkeinError, type JsonObject, type JsonValue, answerScopes } from "@skein/protocol";
import type { Request } from "./messages.ts";

/** A request that can be replied to, and what is wrong with it. */
export interface WrongRequest {
  readonly id: number;
  readonly wrong: string;
}

/** Throws `SkeinError` `not-a-request` when a line has no id that a reply could name. */
export function readRequest(line: string): Request | WrongRequest {
  const value = objectOf(line);
  const { id, do: name } = value;
  if (typeof id !== "number" || !Number.isSafeInteger(id)) throw notRequest('"id": expected an integer');
  const check =
    typeof name === "string" && Object.hasOwn(checks, name) ? checks[name as Request["do"]] : undefined;
  if (!check) return { id, wrong: `"do": unknown request ${JSON.stringify(name)}.` };
  const field = check(value);
  if (field !== undefined)
    return { id, wrong: `${JSON.stringify(name)}: "${field}" is missing or malformed.` };
  return value as unknown as Request;
}

/** The field that is wrong. */
type Check = (request: JsonObject) => string | undefined;

const checks: Readonly<Record<Request["do"], Check>> = {
  events: ({ fromSeq }) => (fromSeq === null || Number.isSafeInteger(fromSeq) ? undefined : "fromSeq"),
  prepare: () => undefined,
  "open-questions": () => undefined,
  prompts: () => undefined,
  "complete-prompt"({ extension, prompt, typed }) {
    if (typeof extension !== "string") return "extension";
    if (typeof prompt !== "string") return "prompt";
    const isTyped =
      isJsonObject(typed) && typeof typed["name"] === "string" && typeof typed["value"] === "string";
    return isTyped ? undefined : "typed";
  },
  "complete-mention": ({ word }) => (typeof word === "string" ? undefined : "word"),
  jobs: () => undefined,
  "end-job": ({ job }) => (typeof job === "string" ? undefined : "job"),
  send: ({ input }) => (input === undefined || isInput(input) ? undefined : "input"),
  steer: ({ input }) => (isInput(input) ? undefined : "input"),
  interrupt: ({ reason }) => (reason === undefined || typeof reason === "string" ? undefined : "reason"),
  answer({ question, answer, by }) {
    if (typeof question !== "string") return "question";
    if (by !== undefined && typeof by !== "string") return "by";
    return isAnswer(answer) ? undefined : "answer";
  },
  "set-mode": ({ mode }) => (typeof mode === "string" ? undefined : "mode"),
  "set-effort": ({ effort }) => (typeof effort === "string" ? undefined : "effort"),
  note: ({ text }) => (typeof text === "string" ? undefined : "text"),
  rename: ({ name }) => (typeof name === "string" ? undefined : "name"),
  compact: ({ wish }) => (wish === undefined || typeof wish === "string" ? undefined : "wish"),
  "set-model"({ provider, model }) {
    if (typeof provider !== "string") return "provider";
    return typeof model === "string" ? undefined : "model";
  },
};

function isInput(input: JsonValue | undefined): boolean {
  if (typeof input === "string") return true;
  if (isJsonObject(input)) {
    const { text, attachments } = input;
    return typeof text === "string" && Array.isArray(attachments) && attachments.every(isAttachment);
  }
  return Array.isArray(input) && input.length > 0 && (input as readonly JsonValue[]).every(isPart);
}

function isPart(part: JsonValue): boolean {
  if (!isJsonObject(part)) return false;
  const { type, text, mediaType, data } = part;
  if (type === "text") return typeof text === "string";
  return (type === "image" || type === "file") && typeof mediaType === "string" && typeof data === "string";
}

function isAttachment(one: JsonValue): boolean {
  return typeof one === "string" || (isPart(one) && (one as JsonObject)["type"] !== "text");
}

function isAnswer(answer: JsonValue | undefined): boolean {
  if (!isJsonObject(answer)) return false;
  const { allow, deny, stop, reply, mode } = answer;
  if (allow !== undefined)
    return (
      (answerScopes as readonly unknown[]).includes(allow) && (mode === undefined || typeof mode === "string")
    );
  if (deny !== undefined)
    return typeof deny === "string" && (stop === undefined || typeof stop === "boolean");
  return reply === null || isJsonObject(reply);
}

function objectOf(line: string): JsonObject {
  let value: JsonValue;
  try {
    value = JSON.parse(line) as JsonValue;
  } catch {
    throw notRequest("not JSON");
  }
  if (!isJsonObject(value)) throw notRequest("not a JSON object");
  return value;
}

function notRequest(why: string): SkeinError {
  return new SkeinError("not-a-request", `Expected a request on each line: ${why}.`);
}
