import {
  MissingRequiredClientCapabilityError,
  type CallToolResult,
  type Server,
  type ServerContext,
} from "@modelcontextprotocol/server";
import { begin, offeredBy, takeAnswers, type WaitingCall } from "../requests/input-rounds.ts";
import { named, tasksExtension, type ServedTasks } from "./served-tasks.ts";
import { pollMs, type Task, type TaskStore } from "./task-store.ts";

const requiredCapabilities = { extensions: { [tasksExtension]: {} } };

/**
 * Tasks of revision 2026-07-28: the server makes one for clients that know them, which look at it with `tasks/get`, and
 * answer with `tasks/update` what the work needs.
 */
export function modernTasks(known: TaskStore, logger: string): (server: Server) => ServedTasks {
  const calls = new WeakMap<Task, WaitingCall>();

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
      if (!knowsTasks(context)) return undefined;
      const task = known.start(undefined, (made, signal) => {
        const progress = (text: string) => void (made.said = text.trim());
        const call = begin(context, `tools/call ${name}`, logger, (scope) => work({ ...scope, progress }));
        signal.addEventListener("abort", () => call.abort.abort(signal.reason), { once: true });
        // Its request is answered: there is nothing that it could be told through.
        call.context = undefined;
        calls.set(made, call);
        return call.result as Promise<CallToolResult>;
      });
      return { ...wireTask(task), content: [], resultType: "task" };
    },
    serve() {
      const answer = (method: string, how: (task: Task, context: ServerContext) => Record<string, unknown>) =>
        server.setRequestHandler(method, named, ({ taskId }, context) => {
          if (!knowsTasks(context)) throw new MissingRequiredClientCapabilityError({ requiredCapabilities });
          return how(known.get(taskId), context);
        });
      answer("tasks/get", wireTask);
      answer("tasks/update", (task, { mcpReq }) => {
        const call = calls.get(task);
        if (call) takeAnswers(call, mcpReq.inputResponses);
        return {};
      });
      answer("tasks/cancel", (task) => {
        task.cancel();
        return {};
      });
    },
  });
}

function knowsTasks(context: ServerContext): boolean {
  return tasksExtension in (offeredBy(context).extensions ?? {});
}
