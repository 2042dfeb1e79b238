import { isJsonObject } from "@skein/protocol";
import type { AssistantPart, JsonObject, JsonValue, Sidecar } from "@skein/protocol";
import { finishCall, jsonIn, objectIn, stringIn, collectText, type BlockDelta } from "@skein/provider-kit";

/** What a delta adds for people to see; `undefined` when it is for the machine. */
type Shown = BlockDelta;

/** A content block while it streams in. */
export interface Block {
  readonly kind: AssistantPart["type"];
  readonly name?: string;
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

/** Only calls and what the vendor ran itself say at their start what they are. */
export function startedBlock(start: JsonObject, context: BlockContext): Block {
  const { toolUse } = start;
  // `server_tool_use` is a call that the vendor answers itself.
  const isOurs = isJsonObject(toolUse) && (stringIn(toolUse["type"]) || "tool_use") === "tool_use";
  return isOurs ? openCall(toolUse, context) : openOpaque(start, context);
}

/** What a block is that began without saying so; `undefined` for a call, which then has no name. */
export function blockOfDelta(delta: JsonObject, context: BlockContext): Block | undefined {
  switch (kindOfDelta(delta)) {
    case "text":
      return openText(context);
    case "thinking":
      return openThinking(context);
    case "tool-call":
      return undefined;
    case "opaque":
      return openOpaque({}, context);
  }
}

/** A block takes deltas of its own kind alone; what the vendor ran itself takes all. */
export function takes({ kind }: Block, delta: JsonObject): boolean {
  return kind === "opaque" || kind === kindOfDelta(delta);
}

function kindOfDelta(delta: JsonObject): Block["kind"] {
  if ("text" in delta || "citation" in delta) return "text";
  if ("reasoningContent" in delta) return "thinking";
  return "toolUse" in delta ? "tool-call" : "opaque";
}

function openText({ sidecar }: BlockContext): Block {
  const texts: string[] = [];
  const citations: JsonValue[] = [];
  return {
    kind: "text",
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

function openThinking({ sidecar }: BlockContext): Block {
  const texts: string[] = [];
  const signatures: string[] = [];
  /** Each piece is base64 by itself. */
  const redacted: Buffer[] = [];
  return {
    kind: "thinking",
    add(delta) {
      const reasoning = objectIn(delta["reasoningContent"]);
      signatures.push(stringIn(reasoning["signature"]));
      const sealed = stringIn(reasoning["redactedContent"]);
      if (sealed !== "") redacted.push(Buffer.from(sealed, "base64"));
      return collectText(texts, "thinking-delta", reasoning["text"]);
    },
    finish(complete) {
      const signature = signatures.join("");
      const data = {
        ...(signature === "" ? {} : { signature }),
        ...(redacted.length === 0 ? {} : { redacted: Buffer.concat(redacted).toString("base64") }),
      };
      // The vendor does not accept thinking with an incomplete signature.
      const signed = complete && Object.keys(data).length > 0 ? { sidecar: sidecar(data) } : {};
      return { type: "thinking", text: texts.join(""), ...signed };
    },
  };
}

function openCall(toolUse: JsonObject, { callId, toolName }: BlockContext): Block {
  const id = callId(toolUse["toolUseId"]);
  const name = toolName(stringIn(toolUse["name"]));
  const texts: string[] = [];
  return {
    kind: "tool-call",
    name,
    add: (delta) => collectText(texts, "input-delta", objectIn(delta["toolUse"])["input"]),
    finish: (complete) => finishCall({ id, name, raw: texts.join(""), complete }),
  };
}

/**
 * A block without a word of ours: the vendor's own tools and their results, pictures, what comes next year.
 */
function openOpaque(start: JsonObject, { sidecar }: BlockContext): Block {
  const [kind = "", first] = Object.entries(start)[0] ?? [];
  const inputs: string[] = [];
  const content: JsonValue[] = [];
  const others: JsonObject[] = [];
  return {
    kind: "opaque",
    add(delta) {
      const { toolUse, toolResult, ...rest } = delta;
      if (isJsonObject(toolUse)) inputs.push(stringIn(toolUse["input"]));
      if (Array.isArray(toolResult)) content.push(...(toolResult as readonly JsonValue[]));
      if (Object.keys(rest).length > 0) others.push(rest);
      return undefined;
    },
    finish() {
      if (kind === "")
        return { type: "opaque", sidecar: sidecar(Object.assign({}, ...others) as JsonObject) };
      const input = inputs.join("");
      const block = {
        ...objectIn(first),
        // The vendor ran this call itself; when its input cannot be read, there is nothing to hand to anyone.
        ...(kind === "toolUse" ? { input: jsonIn(input) ?? {} } : {}),
        ...(kind === "toolResult" ? { content } : {}),
        ...(Object.assign({}, ...others) as JsonObject),
      };
      return { type: "opaque", sidecar: sidecar({ [kind]: block }) };
    },
  };
}
