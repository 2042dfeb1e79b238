import type { JsonObject, StopReason } from "@skein/protocol";
import { objectIn, stringIn } from "@skein/provider-kit";
import type { ReplyFacts } from "./chat-stop.ts";

const incomplete: Readonly<Record<string, StopReason>> = {
  max_output_tokens: "length",
  max_tokens: "length",
  content_filter: "refused",
};

/** With one of these the reply is no success, whatever event has brought it. Copies of the API leave the status behind. */
const unsuccessful: ReadonlySet<string> = new Set(["incomplete", "failed", "cancelled"]);

/** The raw word is the reason of an incomplete reply, otherwise its status. @param type - of the event that ended it. */
export function responsesStop(
  response: JsonObject,
  type: string,
  { called, refused }: ReplyFacts,
): { readonly stop: StopReason; readonly rawStop: string } {
  const said = stringIn(response["status"]);
  const isOver = type === "response.completed" && !unsuccessful.has(said);
  const status = isOver ? "completed" : said || type.replace("response.", "");
  if (status === "completed")
    return { stop: refused ? "refused" : called ? "tool-calls" : "answered", rawStop: status };
  const reason = stringIn(objectIn(response["incomplete_details"])["reason"]);
  const stop = Object.hasOwn(incomplete, reason) ? incomplete[reason]! : "other";
  return { stop, rawStop: reason || status };
}
