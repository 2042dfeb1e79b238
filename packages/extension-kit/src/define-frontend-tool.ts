// Tools of the app. A browser or an editor can do things that no process on the
// server can: open a tab, read a selection. To the model such a tool is like
// any other; the call travels to the app as a question.

import type { Effect, JsonObject, JsonSchema, StandardSchema, Tool, ToolContext } from "@skein/protocol";
import { defineTool, type DefineToolOptions } from "./define-tool.ts";
import type { ToolReturn } from "./tool-return.ts";

/**
 * Definition of a tool that the app runs. It has no `run`: the result comes
 * from the app.
 *
 * `output` describes `result` of the app's reply, and is checked like that of
 * other tools.
 */
export interface FrontendToolDefinition extends Pick<
  DefineToolOptions<unknown>,
  "name" | "description" | "output"
> {
  /** Schema of the input, as for `defineTool`. */
  readonly input: StandardSchema | JsonSchema;
  /**
   * Effect of calls, which decides when the user is asked first. Default:
   * `unknown`, the strictest.
   */
  readonly effect?: Effect;
}

/**
 * Defines a tool that is run by the app that shows the session, such as one
 * that opens a file in an editor.
 *
 * Each permitted call becomes a question of the kind `clarification` with
 * `frontend`, and the app replies `{ result }` or `{ error: "reason" }`.
 * `result` is what `run` of another tool may return. Without an app, the run
 * ends as `needs-input`, and the call is open until it is answered.
 *
 * A call that was open when the process ended is asked again after a restart,
 * under the same id; the app must expect that.
 *
 * @param definition - parts of the tool. `effect` is optional here.
 * @throws ConfigError as `defineTool` does.
 *
 * @example
 * ```ts
 * const openFile = defineFrontendTool({
 *   name: "open_file",
 *   description: "Show a file to the user.",
 *   effect: "reads",
 *   input: { type: "object", properties: { path: { type: "string" } }, required: ["path"] },
 * });
 * ```
 */
export function defineFrontendTool({ effect = "unknown", ...definition }: FrontendToolDefinition): Tool {
  const run = (_input: unknown, { reply }: ToolContext) => returnOf(definition.name, reply);
  // The reply is in the journal, so what is made of it can be made again.
  const tool = { ...definition, effect, repeat: "safe", run } as const;
  return Object.assign(defineTool(tool as DefineToolOptions<JsonObject> & { input: JsonSchema }), {
    isFrontend: true,
  } as const);
}

/**
 * Turns the app's reply into the result of the call. `answers`: a person has
 * answered for the app.
 */
function returnOf(name: string, reply: JsonObject | undefined): ToolReturn {
  if (!reply) return failed(`"${name}" runs in an app, and no app runs it here, so nothing was done.`);
  // `error` has precedence: an app that sends both has failed.
  const { result, error, answers } = reply;
  if (typeof error === "string") return failed(error);
  // A person has answered for the app.
  if (Array.isArray(answers)) return answers.join("\n");
  return result ?? null;
}

/** Builds a failure for the model. */
function failed(message: string): ToolReturn {
  return { kind: "failed", message };
}
