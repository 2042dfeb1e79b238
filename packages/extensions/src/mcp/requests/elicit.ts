import type { ElicitRequestParams, ElicitResult } from "@modelcontextprotocol/client";
import type { ElicitationReply, ExtensionRequests, JsonObject } from "@skein/protocol";
import { foreignText } from "../foreign-text.ts";
import { limits } from "../limits.ts";
import { shownSchema } from "../shown-schema.ts";

/**
 * Asks the user what a server wants to know; between calls no one is asked.
 *
 * @param signal - aborted when the server does not wait any more.
 */
export async function elicit(
  params: ElicitRequestParams,
  requests: ExtensionRequests | undefined,
  signal?: AbortSignal,
): Promise<ElicitResult> {
  const message = foreignText(params.message, limits.questionBytes);
  if (params.mode === "url") return visit({ message, address: params.url }, requests, signal);
  const shown = shownSchema(params.requestedSchema);
  if (!shown || Buffer.byteLength(JSON.stringify(shown.schema)) > limits.questionBytes)
    return { action: "decline" };
  const reply = await requests?.elicit({ message, schema: shown.schema as JsonObject, ...given(signal) });
  return resultOf(reply, (values) => shown.restored(values) as NonNullable<ElicitResult["content"]>);
}

/** A page on which the user does something that must not pass through this program, such as entering a key. */
async function visit(
  { message, address }: { readonly message: string; readonly address: string },
  requests: ExtensionRequests | undefined,
  signal: AbortSignal | undefined,
): Promise<ElicitResult> {
  const url = URL.canParse(address) ? new URL(address) : undefined;
  if (!url || !["http:", "https:"].includes(url.protocol)) return { action: "decline" };
  const page = `It wants you to visit ${url.host}: ${foreignText(url.href, limits.questionBytes)}`;
  const schema = { type: "object", properties: {} };
  return resultOf(
    await requests?.elicit({ message: `${message}\n${page}`, schema, ...given(signal) }),
    undefined,
  );
}

const given = (signal: AbortSignal | undefined) => (signal ? { signal } : {});

function resultOf(
  reply: ElicitationReply | undefined,
  content: ((values: JsonObject) => NonNullable<ElicitResult["content"]>) | undefined,
): ElicitResult {
  if (reply === undefined || reply === "cancelled") return { action: "cancel" };
  if (reply === null) return { action: "decline" };
  return { action: "accept", ...(content ? { content: content(reply) } : {}) };
}
