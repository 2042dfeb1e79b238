import { messageOf } from "../errors/errors.ts";
import type { ToolFailure } from "../errors/failures.ts";
import type { JsonValue } from "../json.ts";
import type { Extension, PrecheckContext, PrecheckResult, Tool, ToolContext, ToolOutcome } from "../tools.ts";

/**
 * Finds the tool, validates the input and calls it. For implementations of `Extension.callTool` over a list of tools.
 * Never throws.
 */
export async function callToolOf(
  tools: readonly Tool[],
  name: string,
  input: JsonValue,
  context: ToolContext,
): Promise<ToolOutcome> {
  const found = checked(tools, name, input);
  if (!("tool" in found)) return found;
  try {
    return await found.tool.call(found.value, context);
  } catch (error) {
    return { kind: "failed", message: messageOf(error) };
  }
}

/** The same for `Tool.recover`; also `undefined` when the tool has none or no longer accepts the input. */
export async function recoverToolOf(
  tools: readonly Tool[],
  name: string,
  input: JsonValue,
  context: ToolContext,
): Promise<ToolOutcome | undefined> {
  const found = checked(tools, name, input);
  return "tool" in found ? found.tool.recover?.(found.value, context) : undefined;
}

/** The same for `Tool.precheck`; also `undefined` when the tool has none, or cannot tell. */
export async function precheckToolOf(
  tools: readonly Tool[],
  name: string,
  input: JsonValue,
  context: PrecheckContext,
): Promise<PrecheckResult> {
  const found = checked(tools, name, input);
  return "tool" in found ? found.tool.precheck?.(found.value, context).catch(() => undefined) : undefined;
}

/** Wraps a single tool in an extension. */
export function toolExtension(tool: Tool): Extension {
  const tools = [tool];
  return {
    name: tool.name,
    tools: () => Promise.resolve(tools),
    status: () => ({ state: "ready" }),
    callTool: (name, input, context) => callToolOf(tools, name, input, context),
    precheckTool: (name, input, context) => precheckToolOf(tools, name, input, context),
    recoverTool: (name, input, context) => recoverToolOf(tools, name, input, context),
    close: () => Promise.resolve(),
  };
}

function checked(
  tools: readonly Tool[],
  name: string,
  input: JsonValue,
): { readonly tool: Tool; readonly value: unknown } | ToolFailure {
  const tool = tools.find((candidate) => candidate.name === name);
  if (!tool) return { kind: "unknown-tool", available: tools.map((candidate) => candidate.name) };
  const check = tool.check(input);
  return check.ok ? { tool, value: check.value } : { kind: "invalid-input", issues: check.issues };
}
