// Tasks as clients of 2025 use them: experimental in that revision, and chosen
// by the client for each call.

import { ProtocolError, ProtocolErrorCode, type Server } from "@modelcontextprotocol/server";
import type { ExtensionRequests } from "@skein/protocol";
import { directScope } from "../requests/direct-requests.ts";
import { named, unnamed, type ServedTasks } from "./served-tasks.ts";
import { pollMs, type Task, type TaskStore } from "./task-store.ts";
import { throughListener, type Listener } from "./through-listener.ts";

/**
 * Serves tasks of revision 2025-11-25: the client creates one, and waits with
 * `tasks/result`, through which it is also asked for what the work needs.
 *
 * Source: MCP, revision 2025-11-25, tasks.
 *
 * @param known - tasks of the extension, shared by all connections.
 * @param logger - name in log messages.
 */
export function legacyTasks(known: TaskStore, logger: string): (server: Server) => ServedTasks {
  const listeners = new WeakMap<Task, Listener>();

  // Describes a task in the form of the revision. `input_required` tells the
  // client to call `tasks/result`.
  function wireTask(task: Task): Record<string, unknown> {
    const { id, said, createdAt, changedAt, ttlMs } = task;
    return {
      taskId: id,
      status: statusOf(task, listeners.get(task)?.isAsking() ?? false),
      ...(said === "" ? {} : { statusMessage: said }),
      createdAt,
      lastUpdatedAt: changedAt,
      ttl: ttlMs,
      pollInterval: pollMs,
    };
  }

  return (server) => ({
    execution: { execution: { taskSupport: "optional" } },
    start(_, { task: wanted }, work) {
      // The client did not ask for a task, so the call is answered with its
      // result.
      if (!wanted) return undefined;
      // The work starts now, although no one waits for its result yet.
      const task = known.start(wanted.ttl, (made, signal) => {
        const listener = throughListener(signal);
        listeners.set(made, listener);
        const progress = (text: string) => void (made.said = text.trim());
        return work({ signal, progress, log: () => {}, requests: listener.requests });
      });
      return { content: [], task: wireTask(task) };
    },
    serve() {
      server.setRequestHandler("tasks/get", named, ({ taskId }) => wireTask(known.get(taskId)));
      server.setRequestHandler("tasks/list", unnamed, () => ({ tasks: known.all().map(wireTask) }));
      server.setRequestHandler("tasks/cancel", named, ({ taskId }) => {
        const task = known.get(taskId);
        if (task.end)
          throw new ProtocolError(ProtocolErrorCode.InvalidParams, `The task is ${task.end.status} already.`);
        task.cancel();
        return wireTask(task);
      });
      // The request stays open until the task has ended; meanwhile its client
      // receives the questions of the work.
      server.setRequestHandler("tasks/result", named, async ({ taskId }, context) => {
        const task = known.get(taskId);
        const requests: ExtensionRequests = directScope(server, context, logger).requests;
        listeners.get(task)?.hear(requests, context.mcpReq.signal);
        await task.ended;
        if (task.end?.status !== "completed")
          throw new ProtocolError(
            ProtocolErrorCode.InternalError,
            task.end?.status === "failed" ? task.end.problem : "The task was cancelled.",
          );
        const { _meta: meta, ...result } = task.end.result;
        return { ...result, _meta: { ...meta, "io.modelcontextprotocol/related-task": { taskId } } };
      });
    },
  });
}

/**
 * Returns the status of a task. A result that is an error is a task that has
 * failed.
 */
function statusOf({ end }: Task, isAsking: boolean): string {
  if (!end) return isAsking ? "input_required" : "working";
  return end.status === "completed" && end.result.isError ? "failed" : end.status;
}
