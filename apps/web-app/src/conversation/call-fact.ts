import { counted } from "@skein/protocol";
import type { CallItem } from "@skein/session-view";
import { diffCount, diffRows } from "../changes/diff-rows.ts";

/** The text of a result, without pictures and files. */
export function resultText({ result }: Pick<CallItem, "result">): string {
  const parts = result?.content.map((part) => (part.type === "text" ? part.text : "")) ?? [];
  return parts.join("").trimEnd();
}

const hunkStart = /^@@ /m;

/** What a call changes in files, or has changed: of the question about it, otherwise of its result. */
export function changeOf(call: Pick<CallItem, "asked" | "result">): string | undefined {
  const question = call.asked?.question;
  if (question?.kind === "approval" && question.preview !== undefined) return question.preview;
  if (call.result?.failure !== undefined) return undefined;
  const text = resultText(call);
  const start = text.search(hunkStart);
  return start < 0 ? undefined : text.slice(start);
}

const exitCode = /^\[exit code ([^\]]*)\]$/m;

/** The one fact of a call that matters, in a few words; empty until it has one. */
export function callFact(call: CallItem): string {
  if (call.problem !== undefined) return call.problem === "cut-off" ? "cut off" : "not JSON";
  const { result } = call;
  if (!result) return "";
  if (result.failure !== undefined) return result.failure.replaceAll("-", " ");
  const change = changeOf(call);
  if (change !== undefined) {
    const { added, removed } = diffCount(diffRows(change));
    if (added + removed > 0) return `+${added} −${removed}`;
  }
  const text = resultText(call);
  const [, code] = exitCode.exec(text) ?? [];
  if (code !== undefined) return `exit ${code}`;
  const media = result.content.filter(({ type }) => type !== "text").length;
  if (media > 0) return counted(media, "file");
  return text === "" ? "no output" : counted(text.split("\n").length, "line");
}
