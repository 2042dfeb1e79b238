import type { JsonObject, ModelRequest } from "@skein/protocol";

const choices = { auto: "auto", required: "any", none: "none" } as const;

/** A model that thinks cannot be made to call a tool: the vendor refuses it. */
export function isForceless(wish: string | undefined, thinking: unknown): boolean {
  return wish === "required" && thinking !== undefined && thinking !== "disabled";
}

/** Source: platform.claude.com/docs/en/agents-and-tools/tool-use/implement-tool-use, read 2026-11-24. */
export function toolChoice(
  { options, tools }: ModelRequest,
  thinking: unknown,
): { readonly tool_choice?: JsonObject } {
  const { parallelTools } = options;
  const choice = isForceless(options.toolChoice, thinking) ? undefined : options.toolChoice;
  if (tools.length === 0 || (choice === undefined && parallelTools !== false)) return {};
  const type = choices[choice ?? "auto"];
  const single = parallelTools === false && type !== "none" ? { disable_parallel_tool_use: true } : {};
  return { tool_choice: { type, ...single } };
}
