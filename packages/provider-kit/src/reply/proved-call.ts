import { isBroken } from "@skein/protocol";
import type { ToolCallPart } from "@skein/protocol";
import { badStream } from "../error-context.ts";
import type { ReplyContext } from "./reply-decoder.ts";

/**
 * Checks a call of a reply without a finish reason whose end is proved by the
 * terminator of the protocol. Such a reply ends as `tool-calls` if all its calls
 * pass. Build the call with `complete: false`, so that a number that could
 * continue does not count as arguments.
 *
 * Throws `bad-stream`, which is retried, if the arguments or the name are
 * missing or cut off. Empty arguments become the empty object if the tool
 * requires nothing.
 *
 * @example
 * ```ts
 * const context: ErrorContext = {
 *   provider: "example",
 *   host: "api.example.com",
 *   secrets: [],
 *   keyVariables: ["EXAMPLE_API_KEY"],
 *   addressVariable: "EXAMPLE_BASE_URL",
 * };
 * const call = finishCall({ id: "1", name: "read", raw: '{"path":"a.txt"}', complete: false });
 * const checked = provedCall(call, { context, takesNothing: () => false }); // the same call
 * ```
 */
export function provedCall(
  call: ToolCallPart,
  { context, takesNothing }: Pick<ReplyContext, "context" | "takesNothing">,
): ToolCallPart {
  if (call.name !== "" && !isBroken(call)) return call;
  if (call.name !== "" && isBroken(call) && isEmpty(call.raw) && takesNothing?.(call.name)) {
    const { raw: _, problem: __, ...rest } = call;
    return { ...rest, input: {} };
  }
  throw badStream("The reply ended without a finish reason and without all of its tool calls", context);
}

function isEmpty(raw: string): boolean {
  return raw.trim() === "" || raw.trim() === "null";
}
