import type { Client } from "@modelcontextprotocol/client";
import { setTimeout as sleep } from "node:timers/promises";
import { escapeName, isJsonObject, type JsonObject, type ToolContext } from "@skein/protocol";
import { anyObject } from "../any-object.ts";
import { limits, waits } from "../limits.ts";
import { answerInput } from "../requests/answer-input.ts";

type PollContext = Pick<ToolContext, "signal" | "progress" | "requests">;

/**
 * Waits for the result of a task of revision 2026-07-28, and gives the server what it needs for it. Rejects when it has failed
 * or is not known; the task is cancelled when the call is aborted, or what it needs is not given.
 */
export async function pollTask(
  client: Client,
  taskId: string,
  { signal, progress, requests }: PollContext,
): Promise<JsonObject> {
  const ending = AbortSignal.any([signal, AbortSignal.timeout(waits.callInAll)]);
  const answered = new Set<string>();
  try {
    for (let waitMs: number = waits.taskPoll; ;) {
      const task = await getTask(client, taskId, ending);
      const { status, result, error, inputRequests } = task;
      if (status === "completed") return isJsonObject(result) ? result : {};
      if (status === "failed") throw new Error(errorText(error));
      if (status === "cancelled") throw new Error("The server has cancelled its task.");
      progress(statusText(task));
      const needed = Object.entries(isJsonObject(inputRequests) ? inputRequests : {});
      for (const [key, asked] of needed.filter(([one]) => !answered.has(one))) {
        answered.add(key);
        const answer = await answerInput(asked, requests, ending).catch(async (refused: unknown) => {
          await cancelTask(client, taskId);
          throw refused;
        });
        const inputResponses = { [key]: answer };
        const update = { method: "tasks/update", params: { taskId, inputResponses } };
        await client.request(update, anyObject, { signal: ending });
      }
      waitMs = nextWait(task["pollIntervalMs"], waitMs);
      await sleep(waitMs, undefined, { signal: ending });
    }
  } catch (error) {
    if (ending.aborted) await cancelTask(client, taskId);
    throw error;
  }
}

/** For revision 2025-11-25: for people who watch, and so that the call does not count as silent. Never rejects. */
export async function tellStatus(
  client: Client,
  taskId: string,
  { signal, progress }: Pick<PollContext, "signal" | "progress">,
): Promise<void> {
  try {
    for (let waitMs: number = waits.taskPoll; ;) {
      await sleep(waitMs, undefined, { signal });
      const task = await getTask(client, taskId, signal);
      progress(statusText(task));
      waitMs = nextWait(task["pollInterval"], waitMs);
    }
  } catch {
    // The call has ended, or its own request says what is wrong.
  }
}

/** The abort of the call has ended its requests: this one has its own time. Never rejects. */
export async function cancelTask(client: Client, taskId: string): Promise<void> {
  const options = { timeout: waits.goodbye };
  await client
    .request({ method: "tasks/cancel", params: { taskId } }, anyObject, options)
    .catch(() => undefined);
}

function getTask(client: Client, taskId: string, signal: AbortSignal): Promise<JsonObject> {
  return client.request({ method: "tasks/get", params: { taskId } }, anyObject, { signal });
}

function statusText({ statusMessage, status }: JsonObject): string {
  const said = [statusMessage, status].find((one) => typeof one === "string") ?? "working";
  return `${escapeName(said.slice(0, limits.progressCharacters))}\n`;
}

/** As often as the server says, within limits. */
function nextWait(wanted: unknown, before: number): number {
  if (typeof wanted !== "number" || !(wanted > 0)) return before;
  return Math.min(Math.max(wanted, waits.taskPoll), waits.longestTaskPoll);
}

function errorText(error: unknown): string {
  const message = isJsonObject(error) ? error["message"] : undefined;
  return typeof message === "string" ? message : "The server's task has failed and does not say why.";
}
