import type { Sessions } from "@skein/runtime";
import type { Machine } from "../machine.ts";
import { clusterQueue } from "./cluster.ts";

/**
 * Hands a session to the workers again whose run had ended there with a question, once all of its questions are answered.
 *
 * @returns whether it was handed in. Throws `ConfigError`.
 */
export async function resubmitAnswered(
  machine: Machine,
  sessions: Pick<Sessions, "entries" | "openQuestions">,
  session: string,
): Promise<boolean> {
  await using queue = await clusterQueue(machine);
  const last = await queue?.find(session);
  if (!queue || last?.end?.outcome !== "needs-input" || last.state !== "ended") return false;
  if ((await sessions.openQuestions(session)).length > 0) return false;
  let after = last.after;
  let isOver = false;
  for await (const { kind, seq } of sessions.entries(session, last.after + 1)) {
    after = seq;
    // A run of another process has gone on from the answer since.
    if (kind === "outcome") isOver = true;
    if (kind === "run-start") isOver = false;
  }
  if (!isOver) return false;
  const { provider, model, mode, cwd, priority, share, work } = last;
  const given = Object.entries({ provider, model, mode, priority, share, work });
  const settings = Object.fromEntries(given.filter(([, value]) => value !== undefined));
  await queue.submit({ session, task: "", cwd, after, ...settings });
  return true;
}
