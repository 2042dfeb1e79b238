// Parts that both eras of tasks share.

import type {
  CallToolRequest,
  CallToolResult,
  ServerCapabilities,
  ServerContext,
} from "@modelcontextprotocol/server";
import type { JsonObject, StandardSchema } from "@skein/protocol";
import { jsonSchema } from "../../json-schema.ts";
import type { CallScope } from "../requests/call-scope.ts";

/** Name of tasks in capabilities since revision 2026-07-28. */
export const tasksExtension = "io.modelcontextprotocol/tasks";

/** Parameters of requests about one task. */
export const named = { params: paramsLike<{ readonly taskId: string }>({ taskId: { type: "string" } }) };
/** Parameters of requests about all tasks. */
export const unnamed = { params: paramsLike<object>({}) };

/** Creates the schema of parameters. All properties are required. */
function paramsLike<Params>(properties: JsonObject): StandardSchema<Params> {
  return jsonSchema({
    type: "object",
    properties,
    required: Object.keys(properties),
  }) as StandardSchema as StandardSchema<Params>;
}

/**
 * Tasks in the form of one era.
 *
 * A tool takes part by `isLong`. All other calls are answered directly,
 * whatever the client asks for.
 */
export interface ServedTasks {
  /** Answers requests for tasks. */
  readonly serve: () => void;
  /** Fields for the definition of a tool with long calls. */
  readonly execution: object;
  /**
   * Creates a task of a call, and answers with it while the work continues.
   * `undefined`: the client does not wait for one.
   *
   * @param work - asks the client through the scope that it gets, also after
   *   the request was answered.
   */
  readonly start: (
    context: ServerContext,
    params: CallToolRequest["params"],
    work: (scope: CallScope) => Promise<CallToolResult>,
  ) => CallToolResult | undefined;
}

/** Returns the capabilities of a server with tasks. */
export function taskCapabilities(isModern: boolean): ServerCapabilities {
  return isModern
    ? { extensions: { [tasksExtension]: {} } }
    : { tasks: { list: {}, cancel: {}, requests: { tools: { call: {} } } } };
}
