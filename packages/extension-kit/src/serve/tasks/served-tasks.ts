import type {
  CallToolRequest,
  CallToolResult,
  ServerCapabilities,
  ServerContext,
} from "@modelcontextprotocol/server";
import type { JsonObject, StandardSchema } from "@skein/protocol";
import { jsonSchema } from "../../json-schema.ts";
import type { CallScope } from "../requests/call-scope.ts";

/** What tasks are called in capabilities since revision 2026-07-28. */
export const tasksExtension = "io.modelcontextprotocol/tasks";

/** Parameters of requests about one task, and about all. */
export const named = { params: paramsLike<{ readonly taskId: string }>({ taskId: { type: "string" } }) };
export const unnamed = { params: paramsLike<object>({}) };

function paramsLike<Params>(properties: JsonObject): StandardSchema<Params> {
  return jsonSchema({
    type: "object",
    properties,
    required: Object.keys(properties),
  }) as StandardSchema as StandardSchema<Params>;
}

/** Tasks as clients of one era ask for them. */
export interface ServedTasks {
  /** Answers the requests for tasks. */
  readonly serve: () => void;
  /** What the definition of a tool says of it. */
  readonly execution: object;
  /**
   * Makes a task of a call, and answers with it while the work goes on. `undefined`: the client does not wait for one.
   *
   * @param work - it asks the client through the scope that it gets, also when the request has been answered.
   */
  readonly start: (
    context: ServerContext,
    params: CallToolRequest["params"],
    work: (scope: CallScope) => Promise<CallToolResult>,
  ) => CallToolResult | undefined;
}

export function taskCapabilities(isModern: boolean): ServerCapabilities {
  return isModern
    ? { extensions: { [tasksExtension]: {} } }
    : { tasks: { list: {}, cancel: {}, requests: { tools: { call: {} } } } };
}
