import { messageOf } from "../errors/errors.ts";
import type { ToolFailure } from "../errors/failures.ts";
import type { JsonValue } from "../json.ts";
import type { Extension, PrecheckContext, PrecheckResult, Tool, ToolContext, ToolOutcome } from "../tools.ts";

/**
 * Finds a tool, validates the input and calls the tool. For implementations of
 * `Extension.callTool` over a list of tools.
 *
 * Never throws: an unknown tool, an invalid input and an error of the tool
 * become failures.
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

/**
 * Finds a tool, validates the input and calls `Tool.recover`. For
 * implementations of `Extension.recoverTool`.
 *
 * @returns undefined if the tool is missing, has no `recover`, no longer
 *   accepts the input, or cannot know the outcome.
 */
export async function recoverToolOf(
  tools: readonly Tool[],
  name: string,
  input: JsonValue,
  context: ToolContext,
): Promise<ToolOutcome | undefined> {
  const found = checked(tools, name, input);
  return "tool" in found ? found.tool.recover?.(found.value, context) : undefined;
}

/**
 * Finds a tool, validates the input and calls `Tool.precheck`. For
 * implementations of `Extension.precheckTool`. An error of the precheck is
 * ignored.
 *
 * @returns undefined if the tool is missing, has no `precheck`, does not accept
 *   the input, or has nothing to report.
 */
export async function precheckToolOf(
  tools: readonly Tool[],
  name: string,
  input: JsonValue,
  context: PrecheckContext,
): Promise<PrecheckResult> {
  const found = checked(tools, name, input);
  return "tool" in found ? found.tool.precheck?.(found.value, context).catch(() => undefined) : undefined;
}

/**
 * Wraps one tool in an extension with the same name. Always `ready`; `close`
 * does nothing.
 */
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
