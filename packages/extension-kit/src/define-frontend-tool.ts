import type { Effect, JsonObject, JsonSchema, StandardSchema, Tool, ToolContext } from "@skein/protocol";
import { defineTool, type ToolDefinition } from "./define-tool.ts";
import type { ToolReturn } from "./tool-return.ts";

export interface FrontendToolDefinition extends Pick<
  ToolDefinition<unknown>,
  "name" | "description" | "output"
> {
  readonly input: StandardSchema | JsonSchema;
  /** Decides when the user is asked first. Default `unknown`, the strictest. */
  readonly effect?: Effect;
}

/**
 * Defines a tool that the app runs which shows the session: each call that is permitted becomes a question of the kind
 * `clarification` with `frontend`, and the app replies `{ result }` or `{ error: "why" }`. `result` is what `run` of another
 * tool may return. Where no app is there, the run ends as `needs-input`, and the call is open until it is answered.
 *
 * @throws ConfigError as `defineTool` does.
 */
export function defineFrontendTool({ effect = "unknown", ...definition }: FrontendToolDefinition): Tool {
  const run = (_input: unknown, { reply }: ToolContext) => returnOf(definition.name, reply);
  // The reply is in the journal, so what is made of it can be made again.
  const tool = { ...definition, effect, repeat: "safe", run } as const;
  return Object.assign(defineTool(tool as ToolDefinition<JsonObject> & { input: JsonSchema }), {
    isFrontend: true,
  } as const);
}

function returnOf(name: string, reply: JsonObject | undefined): ToolReturn {
  if (!reply) return failed(`"${name}" runs in an app, and no app runs it here, so nothing was done.`);
  const { result, error, answers } = reply;
  if (typeof error === "string") return failed(error);
  // A person has answered for the app.
  if (Array.isArray(answers)) return answers.join("\n");
  return result ?? null;
}

function failed(message: string): ToolReturn {
  return { kind: "failed", message };
}
