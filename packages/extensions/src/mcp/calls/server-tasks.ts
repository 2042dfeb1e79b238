import type { Client } from "@modelcontextprotocol/client";
import { isJsonObject, type ExtensionState, type JsonObject, type ToolContext } from "@skein/protocol";
import { anyObject } from "../any-object.ts";
import { waits } from "../limits.ts";
import type { ListedTool } from "../listed-tool.ts";
import { taskIn } from "../transport/task-results.ts";
import { cancelTask, pollTask, tellStatus } from "./poll-task.ts";

// A call whose result is fetched later, also by another connection. In revision 2025-11-25 the client makes a task of it, and waits for
// `tasks/result`. Since 2026-07-28 the server does, and the client looks at it (`tasks/get`): see poll-task.ts.

/** Whether a call is made as a task. A tool that may be one is: its result outlives this process. */
export function runsAsTask(client: Client, { raw: { execution } }: Pick<ListedTool, "raw">): boolean {
  const isOffered = client.getServerCapabilities()?.tasks?.requests?.tools?.call !== undefined;
  return isOffered && client.getProtocolEra() !== "modern" && isTaskTool(execution);
}

function isTaskTool(execution: unknown): boolean {
  const support = typeof execution === "object" && execution !== null && "taskSupport" in execution;
  return support && (execution.taskSupport === "required" || execution.taskSupport === "optional");
}

type TaskContext = Pick<ToolContext, "session" | "signal" | "progress" | "state" | "callId" | "requests">;

/** What a call came to: if the server has made a task of it, the result of that. Rejects like the client. */
export async function resultOfCall(
  client: Client,
  result: JsonObject,
  context: TaskContext,
): Promise<JsonObject> {
  const task = taskIn(result);
  if (typeof task?.["taskId"] !== "string") return result;
  return withTaskKept(context, task["taskId"], (taskId) => pollTask(client, taskId, context));
}

/** Starts a call as a task and waits for its result. Rejects like the client; the task is cancelled when the call is aborted. */
export async function callAsTask(
  client: Client,
  params: JsonObject,
  context: TaskContext,
  timeoutMs: number,
): Promise<JsonObject> {
  const { signal } = context;
  const request = { method: "tools/call", params: { ...params, task: { ttl: waits.callInAll } } };
  const created = await client.request(request, anyObject, { timeout: timeoutMs, signal });
  const { task } = created;
  // The server has made the call at once.
  if (!isJsonObject(task) || typeof task["taskId"] !== "string") return created;
  const { taskId } = task;
  return withTaskKept(context, taskId, () => resultOfTask(client, taskId, context));
}

/** The task can be found again after a crash until its result is there. */
async function withTaskKept(
  context: TaskContext,
  taskId: string,
  work: (taskId: string) => Promise<JsonObject>,
): Promise<JsonObject> {
  await remember(context, taskId);
  try {
    return await work(taskId);
  } finally {
    await remember(context, undefined);
  }
}

/** Waits for the result of a task that was started earlier. Rejects when the server does not know it. */
export async function resultOfTask(
  client: Client,
  taskId: string,
  context: Pick<TaskContext, "signal" | "progress" | "requests">,
): Promise<JsonObject> {
  if (client.getProtocolEra() === "modern") return pollTask(client, taskId, context);
  const { signal, progress } = context;
  const ended = new AbortController();
  const told = tellStatus(client, taskId, { signal: AbortSignal.any([signal, ended.signal]), progress });
  try {
    // It answers when the task has ended, and brings what the server asks for meanwhile.
    return await client.request({ method: "tasks/result", params: { taskId } }, anyObject, {
      timeout: waits.callInAll,
      signal,
    });
  } catch (error) {
    if (signal.aborted) await cancelTask(client, taskId);
    throw error;
  } finally {
    ended.abort();
    await told;
  }
}

/** The task of a call that was under way when its process ended. */
export function taskOf({ state, callId }: TaskContext): string | undefined {
  const taskId = tasksIn(state)[callId];
  return typeof taskId === "string" ? taskId : undefined;
}

/** The last change of what is kept, by session: calls that run at once keep their tasks in one value. */
const changes = new Map<string, Promise<void>>();

/** On disk before the server is asked for the result. @param taskId - `undefined`: it has ended. */
async function remember(
  { session, state, callId }: Pick<TaskContext, "session" | "state" | "callId">,
  taskId: string | undefined,
): Promise<void> {
  if (!state) return;
  const change = (changes.get(session) ?? Promise.resolve()).then(() => {
    const { [callId]: _, ...others } = tasksIn(state);
    const tasks = taskId === undefined ? others : { ...others, [callId]: taskId };
    return state.write({ tasks });
  });
  const settled = change.catch(() => undefined);
  changes.set(session, settled);
  try {
    await change;
  } finally {
    if (changes.get(session) === settled) changes.delete(session);
  }
}

function tasksIn(state: ExtensionState | undefined): JsonObject {
  const kept = state?.read();
  return isJsonObject(kept) && isJsonObject(kept["tasks"]) ? kept["tasks"] : {};
}
