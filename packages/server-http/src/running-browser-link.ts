import type { Machine } from "@skein/host";
import { ConfigError } from "@skein/protocol";
import { AccessError, readServerRecord, type ServerRecord } from "./access/index.ts";
import { serverRecordFile } from "./server-record-file.ts";

/**
 * A link that opens a browser at the server that this user runs already. Rejects with `ConfigError` when it has no app for
 * browsers, is not at the port that is wanted, or does not answer.
 *
 * @param port - where it has to be. Default: anywhere.
 * @returns `undefined` when none runs.
 */
export async function runningBrowserLink(
  machine: Pick<Machine, "directories">,
  port?: string,
): Promise<string | undefined> {
  const record = await recordOf(machine);
  if (!record) return undefined;
  const { url, pid, socket, token } = record;
  const hint = `End process ${pid}, then try again.`;
  if (socket !== undefined)
    throw new ConfigError("usage", `Process ${pid} serves on ${socket}, which no browser can open.`, {
      hint,
    });
  if (port !== undefined && port !== new URL(url).port)
    throw new ConfigError("usage", `A server of yours runs already, at ${url}: not at port ${port}.`, {
      hint,
    });
  try {
    const app = await fetch(url, { method: "HEAD" });
    if (!app.ok)
      throw new ConfigError("usage", `Process ${pid} serves at ${url}, without the browser app.`, { hint });
    const answer = await fetch(`${url}/api/browser-links`, {
      method: "POST",
      headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
      body: JSON.stringify({ role: "admin" }),
    });
    if (!answer.ok) throw new Error(`It answered ${answer.status}.`);
    return ((await answer.json()) as { readonly url: string }).url;
  } catch (cause) {
    if (cause instanceof ConfigError) throw cause;
    throw new ConfigError("usage", `Process ${pid} is said to serve at ${url}, and does not answer.`, {
      cause,
      hint: `If it is another program, remove ${serverRecordFile(machine)}; otherwise end it. Then try again.`,
    });
  }
}

async function recordOf(machine: Pick<Machine, "directories">): Promise<ServerRecord | undefined> {
  try {
    return await readServerRecord(serverRecordFile(machine));
  } catch (error) {
    throw error instanceof AccessError ? new ConfigError("usage", error.message, { cause: error }) : error;
  }
}
