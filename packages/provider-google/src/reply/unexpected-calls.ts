import { isBroken } from "@skein/protocol";
import type { ToolCallPart } from "@skein/protocol";
import { excerpt } from "@skein/provider-kit";
import type { ReplyContext } from "@skein/provider-kit";

interface UnexpectedContext extends Pick<ReplyContext, "context" | "toolName"> {
  readonly declares?: (toolName: string) => boolean;
  /** The vendor's sentence, such as "Unexpected tool call: Model tried to call an undeclared function: look". */
  readonly finishMessage: string;
  readonly mintId: () => string;
}

/**
 * Returns the calls of a reply that the vendor ended because of a call. None of them is run, and the model reads why:
 * a call of an undeclared tool stays whole, because its failure lists the tools that exist. Any other call gets the
 * vendor's sentence in place of its arguments. Without any call, the sentence becomes one.
 */
export function unexpectedCalls(
  calls: readonly ToolCallPart[],
  { context, declares, finishMessage, mintId, toolName }: UnexpectedContext,
): readonly ToolCallPart[] {
  const raw = excerpt(finishMessage, context.secrets) || "The model made an unexpected tool call.";
  const problem = "not-json";
  if (calls.length === 0)
    return [{ type: "tool-call", id: mintId(), name: toolName(nameIn(finishMessage)), raw, problem }];
  return calls.map((call) => {
    if (isBroken(call) || declares?.(call.name) === false) return call;
    const { input: _, ...head } = call;
    return { ...head, raw, problem };
  });
}

/** The tool at the end of the sentence, without the prefix that models imitate from the vendor's own prompts. */
function nameIn(finishMessage: string): string {
  const [, name = "tool_call"] =
    /:\s*["'`]?(?:default_api\.)?(\w[\w.-]*?)["'`]?(?:\(.*)?\.?\s*$/s.exec(finishMessage) ?? [];
  return name;
}
