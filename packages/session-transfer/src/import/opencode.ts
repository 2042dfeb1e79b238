import {
  isJsonObject,
  type AssistantPart,
  type JsonObject,
  type StopReason,
  type UserPart,
} from "@skein/protocol";
import { extractText } from "@skein/protocol";
import { parsed, type ImportWarning } from "./json-lines.ts";
import { countIn, known, lookUp, objectIn, objectsIn, priceIn, textIn, timeIn } from "./loose.ts";
import { callOf, dataUrlPart, failed, leftOut, textPart } from "./parts.ts";
import { authorOf, itemSidecar, thoughtSidecar, type Author } from "./signatures.ts";
import type { FoundSession, ReplyStep, Step } from "./steps.ts";

/** Sessions of opencode, as `opencode export` prints them: `{ info, messages: [{ info, parts }] }`. */
export function readOpencode(text: string, warnings: ImportWarning[]): FoundSession {
  const document = parsed(text);
  if (!isJsonObject(document)) warnings.push({ message: "This is no JSON object." });
  const { info: head, messages } = objectIn(document);
  const info = objectIn(head);
  const found = objectsIn(messages);
  const steps = withTails(found, found.flatMap(stepsOf));
  const revert = textIn(objectIn(info["revert"])["messageID"]);
  if (revert !== undefined) steps.push({ does: "rewind", before: revert });
  return {
    id: textIn(info["id"]),
    title: textIn(info["title"]),
    cwd: textIn(info["directory"]),
    startedAt: timeIn(objectIn(info["time"])["created"]),
    steps,
  };
}

/** The request for a summary names the first message that stays as it is. */
function withTails(messages: readonly JsonObject[], steps: readonly Step[]): Step[] {
  const parts = messages.flatMap(({ parts: own }) => objectsIn(own));
  const tails = parts.flatMap(({ type, tail_start_id: tail }) =>
    type === "compaction" ? [textIn(tail)] : [],
  );
  return steps.map((step) => (step.does === "compact" ? { ...step, keepsFrom: tails.shift() } : step));
}

function stepsOf(message: JsonObject): readonly Step[] {
  const info = objectIn(message["info"]);
  const parts = objectsIn(message["parts"]);
  return info["role"] === "assistant" ? replySteps(info, parts) : userSteps(info, parts);
}

type Head = Pick<Step, "at" | "key">;

function headOf(info: JsonObject): Head {
  return { at: timeIn(objectIn(info["time"])["created"]), key: textIn(info["id"]) };
}

/** What the program adds to the user's words is marked `synthetic`; `ignored` parts are not for the model. */
function userSteps(info: JsonObject, parts: readonly JsonObject[]): readonly Step[] {
  const shown = parts.filter(({ ignored }) => ignored !== true);
  const said = shown.filter(({ synthetic }) => synthetic !== true).flatMap(userPart);
  const added = shown.filter(({ synthetic }) => synthetic === true).flatMap(userPart);
  const head = headOf(info);
  const steps: Step[] = [];
  if (said.length > 0) steps.push({ does: "say", from: "user", content: said, ...head });
  if (added.length > 0) steps.push({ does: "say", from: "agent", content: added, at: head.at });
  return steps;
}

function userPart(part: JsonObject): readonly UserPart[] {
  if (part["type"] === "text") return [textPart(part["text"]) ?? []].flat();
  if (part["type"] !== "file") return [];
  const name = textIn(part["filename"]);
  return [dataUrlPart(part["url"], name) ?? leftOut(`file ${name ?? textIn(part["url"]) ?? ""}`.trim())];
}

/** Older versions write all requests of a turn into one message, with marks between the steps. */
function replySteps(info: JsonObject, parts: readonly JsonObject[]): readonly Step[] {
  const head = headOf(info);
  const requests = splitAtStarts(parts);
  const steps = requests.flatMap((own, place) =>
    requestSteps(info, own, place === 0 ? head : { at: head.at }, requests.length),
  );
  const error = objectIn(info["error"]);
  const name = textIn(error["name"]);
  if (name === undefined) return steps;
  const message = textIn(objectIn(error["data"])["message"]) ?? name;
  const outcome = name === "MessageAbortedError" ? "cancelled" : "provider";
  return [...steps, { does: "end", at: head.at, outcome, error: { code: "imported", message } }];
}

function splitAtStarts(parts: readonly JsonObject[]): readonly (readonly JsonObject[])[] {
  const requests: JsonObject[][] = [[]];
  for (const part of parts) {
    if (part["type"] === "step-start" && requests.at(-1)?.some(({ type }) => type !== "step-start"))
      requests.push([]);
    requests.at(-1)?.push(part);
  }
  return requests;
}

function requestSteps(
  info: JsonObject,
  parts: readonly JsonObject[],
  head: Head,
  requests: number,
): readonly Step[] {
  const finish = parts.find(({ type }) => type === "step-finish") ?? (requests === 1 ? info : {});
  const provider = textIn(info["providerID"]) ?? "unknown";
  const model = textIn(info["modelID"]) ?? "unknown";
  const author = authorOf(provider, model);
  const content = parts.flatMap((part) => replyPart(part, author) ?? []);
  const asked = { provider, model, usage: usageOf(finish), costUsd: priceIn(finish["cost"]) };
  if (info["summary"] === true) {
    const spent: Step = { does: "spend", purpose: "compaction", asked, at: head.at };
    const summary = extractText(content);
    return summary === "" ? [spent] : [spent, { does: "compact", summary, ...head }];
  }
  const rawStop = textIn(finish["reason"]) ?? textIn(info["finish"]);
  const stop = lookUp(stops, rawStop);
  const reply: ReplyStep = { does: "reply", content, asked, stop, rawStop, ...head };
  return [reply, ...parts.flatMap((part) => resultStep(part) ?? [])];
}

const stops: Readonly<Record<string, StopReason>> = {
  stop: "answered",
  "tool-calls": "tool-calls",
  length: "length",
  "content-filter": "refused",
};

/** Thoughts are counted beside the output; a total, where there is one, tells whether they are. */
function usageOf(finish: JsonObject) {
  const raw = objectIn(finish["tokens"]);
  const cache = objectIn(raw["cache"]);
  const [input, said, reasoning] = [countIn(raw["input"]), countIn(raw["output"]), countIn(raw["reasoning"])];
  const [cacheRead, cacheWrite] = [countIn(cache["read"]), countIn(cache["write"])];
  const total = countIn(raw["total"]);
  const rest = (total ?? 0) - (input ?? 0) - (cacheRead ?? 0) - (cacheWrite ?? 0);
  const output = said !== undefined && rest === said + (reasoning ?? 0) ? rest : said;
  return known({ input, output, cacheRead, cacheWrite, reasoning });
}

function replyPart(part: JsonObject, author: Author): AssistantPart | undefined {
  switch (part["type"]) {
    case "text":
      return textPart(part["text"]);
    case "reasoning": {
      const text = textIn(part["text"]) ?? "";
      const signed = signatureOf(objectIn(part["metadata"]), author);
      return text === "" && !("sidecar" in signed) ? undefined : { type: "thinking", text, ...signed };
    }
    case "tool": {
      const input = objectIn(part["state"])["input"];
      return callOf(callIdOf(part), textIn(part["tool"]) ?? "", input ?? {});
    }
    default:
      return undefined;
  }
}

/** Each vendor's bytes stand under the vendor's own word. */
function signatureOf(metadata: JsonObject, author: Author): Pick<AssistantPart, "sidecar"> | object {
  const own = objectIn(metadata[author.provider]);
  const sealed = textIn(own["reasoningEncryptedContent"]);
  if (sealed !== undefined) {
    const item = { id: own["itemId"] ?? "", summary: [], encrypted_content: sealed };
    return author.wire === "responses" ? itemSidecar(author, item) : {};
  }
  return thoughtSidecar(author, own["signature"] ?? own["thoughtSignature"]);
}

function callIdOf(part: JsonObject): string {
  return textIn(part["callID"]) ?? textIn(part["id"]) ?? "call";
}

/** A call that was pending or running when the session ended has no result. */
function resultStep(part: JsonObject): Step | undefined {
  if (part["type"] !== "tool") return undefined;
  const { status, output, error, time, attachments, metadata } = objectIn(part["state"]);
  if (status !== "completed" && status !== "error") return undefined;
  const isFailed = status === "error";
  const text = textPart(isFailed ? error : output);
  const { start, end } = objectIn(time);
  const [startedAt, at] = [timeIn(start), timeIn(end)];
  const took = startedAt === undefined || at === undefined ? undefined : Math.max(0, at - startedAt);
  return {
    does: "result",
    callId: callIdOf(part),
    key: textIn(part["id"]),
    content: [...(text ? [text] : []), ...objectsIn(attachments).flatMap(userPart)],
    failure: isFailed ? failed(text?.text ?? "") : undefined,
    durationMs: took,
    at,
    child: textIn(objectIn(metadata)["sessionId"]),
  };
}
