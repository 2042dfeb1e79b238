import type { DiaryLine } from "./diary.ts";

/** What a process was at when it was killed, by its own diary. */
export function phaseOf(diary: readonly DiaryLine[], attempt: number): string {
  const own = diary.filter((line) => "attempt" in line && line.attempt === attempt);
  const killing = own.find((line) => line.is === "killing");
  if (killing) return `${killing.when} ${killing.what}`;
  if (own.some((line) => line.is === "outcome")) return "any time: ending";
  if (!own.some((line) => line.is === "ready")) return "any time: starting";
  const kinds = own.flatMap((line) => (line.is === "kept" ? line.entries.map(({ kind }) => kind) : []));
  const count = (kind: string) => kinds.filter((one) => one === kind).length;
  const last = kinds.at(-1);
  if (attempt > 0 && count("user-message") === 0) return "any time: settling";
  if (last === "summary-request") return "any time: summing up";
  if (last === "model-request" || last === "reply-draft") return "any time: streaming";
  if (last === "queued" || last === "tool-intent" || last === "tool-result") return "any time: running tools";
  return "any time: in between";
}
