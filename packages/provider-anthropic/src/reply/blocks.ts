import { isJsonObject } from "@skein/protocol";
import type { AssistantPart, JsonObject, JsonValue, Sidecar } from "@skein/protocol";
import { finishCall, jsonIn, stringIn, collectText, type BlockDelta } from "@skein/provider-kit";

/** What a delta adds for people to see; `undefined` when it is for the machine. */
type Shown = BlockDelta;

/** A content block while it streams in. */
export interface Block {
  readonly kind: AssistantPart["type"];
  readonly name?: string;
  /** What the block held when it started. */
  readonly first: Shown | undefined;
  add(delta: JsonObject): Shown | undefined;
  /**
   * The part, as far as it came.
   *
   * @param complete - `false` when the block was not closed, or an output limit ended the reply inside it.
   */
  finish(complete: boolean): AssistantPart;
}

export interface BlockContext {
  /** Makes the sidecar of this provider and model. */
  readonly sidecar: (data: JsonValue) => Sidecar;
  /** A call id that is legal and unlike the others of this reply. */
  readonly callId: (received: JsonValue | undefined) => string;
  /** A tool's own name for the one it has on the wire. */
  readonly toolName: (wireName: string) => string;
}

type Open = (block: JsonObject, context: BlockContext) => Block;

const openers: Readonly<Record<string, Open>> = {
  text: openText,
  thinking: openThinking,
  redacted_thinking: openRedacted,
  tool_use: openCall,
};

export function openBlock(block: JsonObject, context: BlockContext): Block {
  const type = stringIn(block["type"]);
  return (Object.hasOwn(openers, type) ? openers[type]! : openOpaque)(block, context);
}

function openText(block: JsonObject, { sidecar }: BlockContext): Block {
  const texts = [stringIn(block["text"])];
  const citations: JsonValue[] = Array.isArray(block["citations"]) ? [...block["citations"]] : [];
  return {
    kind: "text",
    first: shown("text-delta", texts[0]),
    add(delta) {
      if (delta["citation"] !== undefined) citations.push(delta["citation"]);
      return collectText(texts, "text-delta", delta["text"]);
    },
    finish: () => ({
      type: "text",
      text: texts.join(""),
      ...(citations.length > 0 ? { sidecar: sidecar({ citations }) } : {}),
    }),
  };
}

function openThinking(block: JsonObject, { sidecar }: BlockContext): Block {
  const texts = [stringIn(block["thinking"])];
  const signatures = [stringIn(block["signature"])];
  return {
    kind: "thinking",
    first: shown("thinking-delta", texts[0]),
    add(delta) {
      signatures.push(stringIn(delta["signature"]));
      return collectText(texts, "thinking-delta", delta["thinking"]);
    },
    finish(complete) {
      const signature = signatures.join("");
      // The vendor does not accept thinking with an incomplete signature.
      const signed = complete && signature !== "" ? { sidecar: sidecar({ signature }) } : {};
      return { type: "thinking", text: texts.join(""), ...signed };
    },
  };
}

function openRedacted(block: JsonObject, { sidecar }: BlockContext): Block {
  const redacted = block["data"] ?? "";
  return {
    kind: "thinking",
    first: undefined,
    add: () => undefined,
    finish: () => ({ type: "thinking", text: "", sidecar: sidecar({ redacted }) }),
  };
}

function openCall(block: JsonObject, { sidecar, callId, toolName }: BlockContext): Block {
  const { type: _, id: receivedId, name: receivedName, input, ...rest } = block;
  const id = callId(receivedId);
  const name = toolName(stringIn(receivedName));
  const texts: string[] = [];
  return {
    kind: "tool-call",
    name,
    first: undefined,
    add: (delta) => collectText(texts, "input-delta", delta["partial_json"]),
    finish: (complete) =>
      finishCall({
        id,
        name,
        // Some endpoints send the whole input with the start of the block and no deltas.
        raw:
          texts.length === 0 && isJsonObject(input) && Object.keys(input).length > 0
            ? JSON.stringify(input)
            : texts.join(""),
        complete,
        ...(Object.keys(rest).length > 0 ? { sidecar: sidecar(rest) } : {}),
      }),
  };
}

/** A block without a word of ours: server tools and their results, compaction, what comes next year. */
function openOpaque(block: JsonObject, { sidecar }: BlockContext): Block {
  const inputs: string[] = [];
  const fields: Record<string, JsonValue> = { ...block };
  return {
    kind: "opaque",
    first: undefined,
    add(delta) {
      const { type: _, partial_json: json, ...others } = delta;
      if (typeof json === "string") inputs.push(json);
      for (const [key, value] of Object.entries(others)) {
        const before = fields[key];
        fields[key] = typeof before === "string" && typeof value === "string" ? before + value : value;
      }
      return undefined;
    },
    finish() {
      const raw = inputs.join("");
      return {
        type: "opaque",
        // The vendor ran this call itself; when its input cannot be read, there is nothing to hand to anyone.
        sidecar: sidecar(raw.trim() === "" ? fields : { ...fields, input: jsonIn(raw) ?? {} }),
      };
    },
  };
}

function shown(type: Shown["type"], delta: string | undefined): Shown | undefined {
  return delta ? { type, delta } : undefined;
}
