import type { Client } from "@modelcontextprotocol/client";
import { setTimeout as sleep } from "node:timers/promises";
import {
  escapeName,
  isJsonObject,
  type ExtensionState,
  type JsonObject,
  type ToolContext,
} from "@skein/protocol";
import { anyObject } from "../any-object.ts";
import { limits, waits } from "../limits.ts";
import type { ListedTool } from "../listed-tool.ts";

// Revision 2025-11-25, tasks: a call whose result is fetched later, also by another connection. The next revision has no tasks.

/** Whether a call is made as a task. A tool that may be one is: its result outlives this process. */
export function runsAsTask(client: Client, { raw: { execution } }: Pick<ListedTool, "raw">): boolean {
  const isOffered = client.getServerCapabilities()?.tasks?.requests?.tools?.call !== undefined;
  return isOffered && client.getProtocolEra() !== "modern" && isTaskTool(execution);
}

export function isTaskTool(execution: unknown): boolean {
  const support = typeof execution === "object" && execution !== null && "taskSupport" in execution;
  return support && (execution.taskSupport === "required" || execution.taskSupport === "optional");
}

type TaskContext = Pick<ToolContext, "session" | "signal" | "progress" | "state" | "callId">;

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
  await remember(context, taskId);
  try {
    return await resultOfTask(client, taskId, context);
  } finally {
    await remember(context, undefined);
  }
}

/** Waits for the result of a task that was started earlier. Rejects when the server does not know it. */
export async function resultOfTask(
  client: Client,
  taskId: string,
  { signal, progress }: Pick<TaskContext, "signal" | "progress">,
): Promise<JsonObject> {
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

/** Polls as often as the server says, for people who watch, and so that the call does not count as silent. Never rejects. */
async function tellStatus(
  client: Client,
  taskId: string,
  { signal, progress }: Pick<TaskContext, "signal" | "progress">,
): Promise<void> {
  try {
    for (let waitMs: number = waits.taskPoll; ;) {
      await sleep(waitMs, undefined, { signal });
      const request = { method: "tasks/get", params: { taskId } };
      const { status, statusMessage, pollInterval } = await client.request(request, anyObject, { signal });
      const said = [statusMessage, status].find((one) => typeof one === "string") ?? "working";
      progress(`${escapeName(said.slice(0, limits.progressCharacters))}\n`);
      if (typeof pollInterval === "number" && pollInterval > 0)
        waitMs = Math.min(Math.max(pollInterval, waits.taskPoll), waits.longestTaskPoll);
    }
  } catch {
    // The call has ended, or its own request says what is wrong.
  }
}

/** The abort of the call has ended its requests: this one has its own time. */
async function cancelTask(client: Client, taskId: string): Promise<void> {
  const options = { timeout: waits.goodbye };
  await client
    .request({ method: "tasks/cancel", params: { taskId } }, anyObject, options)
    .catch(() => undefined);
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
