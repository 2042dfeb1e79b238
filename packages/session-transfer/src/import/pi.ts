import type {
  AssistantPart,
  JsonObject,
  JsonValue,
  StopReason,
  ToolContentPart,
  Usage,
  UserPart,
} from "@skein/protocol";
import { extractText } from "@skein/protocol";
import { branchTo, type Leaf } from "./branch.ts";
import { jsonLines, parsed, type ImportWarning, type JsonLine } from "./json-lines.ts";
import { countIn, known, lookUp, objectIn, objectsIn, priceIn, textIn, timeIn } from "./loose.ts";
import { callOf, failed, mediaPart, textPart } from "./parts.ts";
import { authorOf, itemSidecar, thoughtSidecar, type Author, type Wire } from "./signatures.ts";
import type { Asked, FoundSession, ReplyStep, Step } from "./steps.ts";

/**
 * Sessions of pi, versions 1 to 3: a header, then a tree of entries of which the branch of the last one counts.
 * Source: `docs/session-format.md` of its npm package.
 */
export function readPi(text: string, warnings: ImportWarning[]): FoundSession {
  const lines = [...jsonLines(text, warnings)];
  const header = lines.find(({ value }) => value["type"] === "session")?.value;
  const entries = liveBranch(lines.filter(({ value }) => value["type"] !== "session"));
  const names = entries.flatMap(({ value }) =>
    value["type"] === "session_info" ? (textIn(value["name"]) ?? []) : [],
  );
  return {
    id: textIn(header?.["id"]),
    title: names.at(-1),
    cwd: textIn(header?.["cwd"]),
    startedAt: timeIn(header?.["timestamp"]),
    steps: entries.flatMap((line) => lookUp(readers, textIn(line.value["type"]))?.(line, warnings) ?? []),
  };
}

/** Files of the first version have no ids: all their lines count. */
function liveBranch(lines: readonly JsonLine[]): readonly JsonLine[] {
  const leaves = lines.map(({ line, value }): Leaf => ({
    id: textIn(value["id"]) ?? `line ${line}`,
    parent: "parentId" in value ? textIn(value["parentId"]) : `line ${line - 1}`,
  }));
  const branch = branchTo(leaves.at(-1), leaves);
  return lines.filter((_, place) => branch.has(leaves[place]?.id ?? ""));
}

type Reader = (line: JsonLine, warnings: ImportWarning[]) => readonly Step[];

const readers: Readonly<Record<string, Reader>> = {
  message({ line, value }, warnings) {
    const message = objectIn(value["message"]);
    const role = textIn(message["role"]);
    const reader = lookUp(roles, role);
    const head = { at: timeIn(message["timestamp"]) ?? timeIn(value["timestamp"]), key: textIn(value["id"]) };
    if (!reader)
      warnings.push({ line, message: `A message of the role ${JSON.stringify(role)} is unknown.` });
    return reader?.(message, head) ?? [];
  },
  custom_message({ value }) {
    return [{ does: "say", from: "agent", content: userParts(value["content"]), ...headOf(value) }];
  },
  compaction({ value }) {
    const keepsFrom = textIn(value["firstKeptEntryId"]);
    return [{ does: "compact", summary: textIn(value["summary"]) ?? "", keepsFrom, ...headOf(value) }];
  },
  branch_summary({ value }) {
    const content = userParts(value["summary"]);
    return [{ does: "say", from: "agent", content, ...headOf(value) }];
  },
};

type Head = Pick<Step, "at" | "key">;

function headOf(value: JsonObject): Head {
  return { at: timeIn(value["timestamp"]), key: textIn(value["id"]) };
}

const roles: Readonly<Record<string, (message: JsonObject, head: Head) => readonly Step[]>> = {
  user: (message, head) => [{ does: "say", from: "user", content: userParts(message["content"]), ...head }],
  assistant: replySteps,
  toolResult(message, head) {
    const content = userParts(message["content"]);
    const callId = callIdOf(message["toolCallId"]);
    const failure = message["isError"] === true ? failed(extractText(content)) : undefined;
    return [{ does: "result", callId, content, failure, ...head }];
  },
  bashExecution: shellSteps,
  custom: (message, head) => [
    { does: "say", from: "agent", content: userParts(message["content"]), ...head },
  ],
  hookMessage: (message, head) => [
    { does: "say", from: "hook", content: userParts(message["content"]), ...head },
  ],
  branchSummary: (message, head) => [
    { does: "say", from: "agent", content: userParts(message["summary"]), ...head },
  ],
  compactionSummary: (message, head) => [
    { does: "compact", summary: textIn(message["summary"]) ?? "", ...head },
  ],
};

/** A command that the user ran by hand. With `!!` it was not meant for the model. */
function shellSteps(message: JsonObject, head: Head): readonly Step[] {
  const output = textIn(message["output"]) ?? "";
  const text = `$ ${textIn(message["command"]) ?? ""}\n${output}`.trimEnd();
  return message["excludeFromContext"] === true
    ? [{ does: "note", audience: "user", level: "info", text, ...head }]
    : [{ does: "say", from: "user", content: [{ type: "text", text }], ...head }];
}

function userParts(content: JsonValue | undefined): (UserPart & ToolContentPart)[] {
  if (typeof content === "string") return [textPart(content) ?? []].flat();
  return objectsIn(content).flatMap(
    (block) => textPart(block["text"]) ?? mediaPart(block["data"], block["mimeType"]) ?? [],
  );
}

const stops: Readonly<Record<string, StopReason>> = {
  stop: "answered",
  length: "length",
  toolUse: "tool-calls",
};

function replySteps(message: JsonObject, head: Head): readonly Step[] {
  const provider = textIn(message["provider"]) ?? "unknown";
  const model = textIn(message["model"]) ?? "unknown";
  const author = authorOf(provider, model, lookUp(wires, textIn(message["api"])));
  const rawStop = textIn(message["stopReason"]);
  const isCutOff = rawStop === "error" || rawStop === "aborted";
  const error = isCutOff
    ? { code: "imported", message: textIn(message["errorMessage"]) ?? rawStop }
    : undefined;
  const reply: ReplyStep = {
    does: "reply",
    content: objectsIn(message["content"]).flatMap((block) => replyPart(block, author) ?? []),
    asked: { ...askedOf(message, provider, model), error },
    stop: lookUp(stops, rawStop) ?? "other",
    rawStop,
    isCutOff,
    ...head,
  };
  if (!error) return [reply];
  return [
    reply,
    { does: "end", at: head.at, outcome: rawStop === "aborted" ? "cancelled" : "provider", error },
  ];
}

function askedOf(message: JsonObject, provider: string, model: string): Asked {
  const raw = objectIn(message["usage"]);
  const usage: Usage = known({
    input: countIn(raw["input"]),
    output: countIn(raw["output"]),
    cacheRead: countIn(raw["cacheRead"]),
    cacheWrite: countIn(raw["cacheWrite"]),
  });
  const costUsd = priceIn(objectIn(raw["cost"])["total"]);
  return { provider, model, usage, costUsd, requestId: textIn(message["responseId"]) };
}

/** What pi calls the interfaces it speaks. */
const wires: Readonly<Record<string, Wire>> = {
  "anthropic-messages": "messages",
  "openai-responses": "responses",
  "openai-codex-responses": "responses",
  "google-generative-ai": "generate-content",
};

function replyPart(block: JsonObject, author: Author): AssistantPart | undefined {
  switch (block["type"]) {
    case "text": {
      const part = textPart(block["text"]);
      return part && { ...part, ...textMarks(block, author) };
    }
    case "thinking": {
      if (block["redacted"] === true) {
        const { provider, model } = author;
        const data = { redacted: block["thinkingSignature"] ?? "" };
        return { type: "thinking", text: "", sidecar: { provider, model, data } };
      }
      const signed = thoughtSidecar(author, block["thinkingSignature"]);
      const text = textIn(block["thinking"]) ?? "";
      return text === "" && !signed.sidecar ? undefined : { type: "thinking", text, ...signed };
    }
    case "toolCall": {
      const call = callOf(callIdOf(block["id"]), textIn(block["name"]) ?? "", block["arguments"]);
      return { ...call, ...callMarks(block, author) };
    }
    default:
      return undefined;
  }
}

/** On the Responses wire an id is the call's and the item's, joined by `|`. */
function callIdOf(id: unknown): string {
  return (textIn(id) ?? "call").split("|")[0] ?? "call";
}

function callMarks(block: JsonObject, author: Author) {
  const item = textIn(block["id"])?.split("|")[1];
  if (author.wire === "responses") return item === undefined ? {} : itemSidecar(author, { id: item });
  return thoughtSidecar(author, block["thoughtSignature"]);
}

/** On the Responses wire the signature of a text is its item's id, alone or in JSON with its phase. */
function textMarks(block: JsonObject, author: Author) {
  const signature = textIn(block["textSignature"]);
  if (author.wire === "generate-content") return thoughtSidecar(author, signature);
  if (author.wire !== "responses" || signature === undefined) return {};
  const { id, phase } = objectIn(parsed(signature));
  return itemSidecar(author, { id: id ?? signature, ...(phase === undefined ? {} : { phase }) });
}
