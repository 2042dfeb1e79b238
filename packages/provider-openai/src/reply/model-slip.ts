import { Readable } from "node:stream";
import { isJsonObject } from "@skein/protocol";
import type { JsonObject, JsonValue, ToolCallPart } from "@skein/protocol";
import { errorIn, httpHeaders, shortHash, stringIn } from "@skein/provider-kit";
import type { HttpResponse } from "@skein/provider-kit";

/** The vendor's word for a call that the model wrote and that it could not read, or that does not fit the tool. */
export const slipWord = "tool_use_failed";

/**
 * Thrown in place of a refusal whose cause is what the model wrote: the reply is then a call that failed, which the model
 * reads and repairs.
 */
export class ModelSlip extends Error {
  readonly body: JsonObject;

  constructor(body: JsonObject) {
    super("The model made a call that the vendor could not read.");
    this.body = body;
  }
}

/** The error, when it is about a call that the model wrote. @param body - of an answer, or an event of a stream. */
export function slipIn(body: unknown): JsonObject | undefined {
  const { error } = errorIn(body);
  return error["code"] === slipWord || error["type"] === slipWord ? error : undefined;
}

/** The slip as a stream that the decoder reads like one that failed on its way. */
export function slipResponse({ body }: ModelSlip): HttpResponse {
  const event = `data: ${JSON.stringify({ error: body })}\n\n`;
  const headers = httpHeaders({ "content-type": "text/event-stream" });
  return { ok: true, status: 200, headers, body: Readable.from([Buffer.from(event)]) };
}

/** The call that failed. It is never run: its result tells the model what the vendor said of it. */
export function slipCall(error: JsonObject, toolName: (wireName: string) => string): ToolCallPart {
  const said = stringIn(error["message"]);
  const written = jsonText(error["failed_generation"]);
  const name = toolName(nameIn(written) ?? nameIn(said) ?? "tool_call");
  const raw = [said, written].filter((text) => text !== "").join("\n");
  return { type: "tool-call", id: `call_${shortHash(raw)}`, name, raw, problem: "not-json" };
}

function jsonText(value: JsonValue | undefined): string {
  return isJsonObject(value) || Array.isArray(value) ? JSON.stringify(value) : stringIn(value);
}

/** Tools stand in a generation as JSON or in a model's own marks, and in the vendor's sentence in quotes or behind a word. */
function nameIn(text: string): string | undefined {
  const forms = [
    /"name"\s*:\s*"([^"]+)"/,
    /<function[=(]\s*"?([\w.-]+)/,
    /\btool '?([\w.-]+)'? (?:did|which|does)/,
  ];
  for (const form of forms) {
    const name = form.exec(text)?.[1];
    if (name !== undefined) return name;
  }
  return undefined;
}
