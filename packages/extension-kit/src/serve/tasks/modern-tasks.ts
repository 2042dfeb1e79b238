// Tasks as clients of 2026-07-28 use them: chosen by the server, for clients
// that have announced support.

import {
  MissingRequiredClientCapabilityError,
  type CallToolResult,
  type Server,
  type ServerContext,
} from "@modelcontextprotocol/server";
import { begin, offeredBy, takeAnswers, type WaitingCall } from "../requests/input-rounds.ts";
import { named, tasksExtension, type ServedTasks } from "./served-tasks.ts";
import { pollMs, type Task, type TaskStore } from "./task-store.ts";

/** Capabilities that a client needs for requests about tasks. */
const requiredCapabilities = { extensions: { [tasksExtension]: {} } };

/**
 * Serves tasks of revision 2026-07-28: the server creates one for clients that
 * support them. These poll with `tasks/get`, and answer with `tasks/update`
 * what the work needs.
 *
 * @param known - tasks of the extension, shared by all connections.
 * @param logger - name in log messages.
 */
export function modernTasks(known: TaskStore, logger: string): (server: Server) => ServedTasks {
  const calls = new WeakMap<Task, WaitingCall>();

  // Describes a task with everything that a poll needs: its status, open
  // questions, and at the end its result.
  function wireTask(task: Task): Record<string, unknown> {
    const { id, said, createdAt, changedAt, ttlMs, end } = task;
    const asked = end ? [] : [...(calls.get(task)?.asked ?? [])];
    const requests = Object.fromEntries(asked.map(([key, { request }]) => [key, request]));
    return {
      taskId: id,
      status: end?.status ?? (asked.length > 0 ? "input_required" : "working"),
      ...(said === "" ? {} : { statusMessage: said }),
      createdAt,
      lastUpdatedAt: changedAt,
      ttlMs,
      pollIntervalMs: pollMs,
      ...(asked.length > 0 ? { inputRequests: requests } : {}),
      ...(end?.status === "completed" ? { result: end.result } : {}),
      ...(end?.status === "failed" ? { error: { code: -32_603, message: end.problem } } : {}),
    };
  }

  return (server) => ({
    execution: {},
    start(context, { name }, work) {
      // Other clients wait for the result itself.
      if (!knowsTasks(context)) return undefined;
      const task = known.start(undefined, (made, signal) => {
        const progress = (text: string) => void (made.said = text.trim());
        const call = begin(context, `tools/call ${name}`, logger, (scope) => work({ ...scope, progress }));
        signal.addEventListener("abort", () => call.abort.abort(signal.reason), { once: true });
        // Its request is answered, so no connection is left for messages.
        call.context = undefined;
        calls.set(made, call);
        return call.result as Promise<CallToolResult>;
      });
      return { ...wireTask(task), content: [], resultType: "task" };
    },
    serve() {
      // Registers a method that only clients with support may call.
      const answer = (method: string, how: (task: Task, context: ServerContext) => Record<string, unknown>) =>
        server.setRequestHandler(method, named, ({ taskId }, context) => {
          if (!knowsTasks(context)) throw new MissingRequiredClientCapabilityError({ requiredCapabilities });
          return how(known.get(taskId), context);
        });
      answer("tasks/get", wireTask);
      // Answers to the questions of a task. Unknown ones are ignored.
      answer("tasks/update", (task, { mcpReq }) => {
        const call = calls.get(task);
        if (call) takeAnswers(call, mcpReq.inputResponses);
        return {};
      });
      // Cancelling twice is allowed.
      answer("tasks/cancel", (task) => {
        task.cancel();
        return {};
      });
    },
  });
}

/** Returns true if the client supports tasks. */
function knowsTasks(context: ServerContext): boolean {
  return tasksExtension in (offeredBy(context).extensions ?? {});
}
