import { isJsonObject, objectsIn } from "@skein/protocol";
import type { JsonObject, JsonValue, ModelEvent } from "@skein/protocol";
import {
  createUniqueIds,
  eventJson,
  finishCall,
  objectIn,
  provedCall,
  shortHash,
  stringIn,
} from "@skein/provider-kit";
import type { Owner, ReplyContext, ReplyDecoder } from "@skein/provider-kit";
import { stopOf } from "./stop.ts";
import { rawUsageIn, usageIn } from "./usage.ts";

export interface DecodeContext extends ReplyContext {
  readonly owner: Owner;
  readonly requestId: string | undefined;
}

interface OpenText {
  readonly kind: "text" | "thinking";
  readonly part: number;
  readonly pieces: string[];
}

interface ReceivedCall {
  readonly part: number;
  readonly id: string;
  readonly name: string;
  readonly input: JsonValue | undefined;
}

const deltaTypes = { text: "text-delta", thinking: "thinking-delta" } as const;

/**
 * Reads the lines of a reply: pieces of text and thoughts, whole calls, and one last line that says `done`. Whatever
 * stands in front of that line is no whole reply.
 */
export function createDecoder(decode: DecodeContext): ReplyDecoder {
  const { owner, requestId, toolName, context, failed } = decode;
  let phase: "before" | "inside" | "after" = "before";
  let next = 0;
  let open: OpenText | undefined;
  let madeAt = "";
  const calls: ReceivedCall[] = [];

  const begin = ({ model, created_at: at }: JsonObject, out: ModelEvent[]): void => {
    if (phase !== "before") return;
    phase = "inside";
    madeAt = stringIn(at);
    const modelId = stringIn(model) || owner.model;
    out.push({ type: "message-start", modelId, ...(requestId === undefined ? {} : { requestId }) });
  };

  const closeText = (out: ModelEvent[]): void => {
    if (!open) return;
    const { kind, part, pieces } = open;
    out.push({ type: "part-end", part, content: { type: kind, text: pieces.join("") } });
    open = undefined;
  };

  const say = (kind: OpenText["kind"], text: string, out: ModelEvent[]): void => {
    if (text === "") return;
    if (open?.kind !== kind) {
      closeText(out);
      open = { kind, part: next++, pieces: [] };
      out.push({ type: "part-start", part: open.part, kind });
    }
    open.pieces.push(text);
    out.push({ type: deltaTypes[kind], part: open.part, delta: text });
  };

  const takeCall = (call: JsonObject, out: ModelEvent[]): void => {
    const { name, arguments: input } = objectIn(call["function"]);
    closeText(out);
    const own = toolName(stringIn(name));
    const part = next++;
    calls.push({ part, id: stringIn(call["id"]), name: own, input });
    out.push({ type: "part-start", part, kind: "tool-call", ...(own === "" ? {} : { name: own }) });
  };

  const end = (last: JsonObject, out: ModelEvent[]): void => {
    closeText(out);
    const rawStop = stringIn(last["done_reason"]);
    const uniqueId = createUniqueIds();
    for (const { part, id, name, input } of calls) {
      const raw = typeof input === "string" ? input : input == null ? "" : JSON.stringify(input);
      const ownId = uniqueId(id || `call_${shortHash(`${madeAt} ${part}`)}`);
      const complete = rawStop !== "" && rawStop !== "length";
      const call = finishCall({ id: ownId, name, raw, complete });
      const content = rawStop === "" ? provedCall(call, decode) : call;
      if (raw !== "") out.push({ type: "input-delta", part, delta: raw });
      out.push({ type: "part-end", part, content });
    }
    phase = "after";
    const rawUsage = rawUsageIn(last);
    out.push({
      type: "message-end",
      stop: stopOf(rawStop, calls.length > 0),
      rawStop,
      usage: usageIn(last),
      ...(rawUsage ? { rawUsage } : {}),
    });
  };

  const takeLine = (line: JsonObject, out: ModelEvent[]): void => {
    if (line["error"]) throw failed(line);
    begin(line, out);
    const { content, thinking, tool_calls: called } = objectIn(line["message"]);
    say("thinking", stringIn(thinking), out);
    say("text", stringIn(content), out);
    for (const call of objectsIn(called)) takeCall(call, out);
    if (line["done"] === true) end(line, out);
  };

  return {
    take(sent, out) {
      const line = eventJson(sent, context);
      if (isJsonObject(line)) takeLine(line, out);
    },
    takeWhole(body, out) {
      if (!isJsonObject(body) || !isJsonObject(body["message"])) return false;
      takeLine(body, out);
      return phase === "after";
    },
    close: () => undefined,
    begun: () => phase !== "before",
    settled: () => false,
    ended: () => phase === "after",
  };
}
