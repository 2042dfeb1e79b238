import type { ClientContext } from "@modelcontextprotocol/client";
import { waits } from "../limits.ts";

/**
 * Tells a server from time to time that its request is being worked on, where it has asked for that: a person thinks longer than
 * most servers wait without a word.
 */
export async function tellingProgress<Result>(
  { _meta: meta, notify }: Pick<ClientContext["mcpReq"], "_meta" | "notify">,
  work: () => Promise<Result>,
): Promise<Result> {
  const progressToken = meta?.progressToken;
  if (progressToken === undefined) return work();
  let progress = 0;
  const timer = setInterval(() => {
    const params = { progressToken, progress: ++progress, message: "Waiting for the user." };
    notify({ method: "notifications/progress", params }).catch(() => undefined);
  }, waits.requestProgress);
  try {
    return await work();
  } finally {
    clearInterval(timer);
  }
}
