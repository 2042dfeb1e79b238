import { isBroken, extractText, oneLine, type Entry, type ToolContentPart } from "@skein/protocol";
import { documentsOf, inputOf } from "./documents.ts";

/** A longer line is split into several. */
const lineLength = 1_000;
const pageLength = 16_000;

/** What is recalled: images, and text as lines. */
export interface Whole {
  readonly title: string;
  readonly lines: readonly string[];
  readonly others: readonly ToolContentPart[];
}

/**
 * @param id - the number of an entry, or the id of a tool call, which returns the call with its result.
 * @returns `undefined` when no message, call or result has this id.
 */
export function wholeOf(entries: readonly Entry[], id: string): Whole | undefined {
  const byNumber = entries.find(({ seq }) => String(seq) === id);
  if (byNumber?.kind === "tool-result") return callOf(entries, byNumber.callId);
  if (byNumber) return entryWhole(byNumber);
  return callOf(entries, id);
}

function callOf(entries: readonly Entry[], callId: string): Whole | undefined {
  const texts: string[] = [];
  const others: ToolContentPart[] = [];
  const seqs: number[] = [];
  for (const entry of entries) {
    if (entry.kind === "assistant-message") {
      const call = entry.content.find((part) => part.type === "tool-call" && part.id === callId);
      if (call?.type !== "tool-call") continue;
      seqs.push(entry.seq);
      texts.push(`Call: ${call.name}`, isBroken(call) ? call.raw : JSON.stringify(call.input, undefined, 1));
    }
    if (entry.kind !== "tool-result" || entry.callId !== callId) continue;
    seqs.push(entry.seq);
    others.push(...entry.content.filter(({ type }) => type !== "text"));
    texts.push(entry.failure ? "Failure:" : "Result:", extractText(entry.content));
    for (const { path } of entry.artifacts ?? []) texts.push(`File: ${path}`);
  }
  if (seqs.length === 0) return undefined;
  return { title: `call ${callId}, entries ${seqs.join(" and ")}`, lines: linesOf(texts.join("\n")), others };
}

function entryWhole(entry: Entry): Whole | undefined {
  const title = `entry ${entry.seq}, ${timeOf(entry.at)}`;
  if (entry.kind === "compaction") return { title, lines: linesOf(entry.summary), others: [] };
  if (entry.kind === "assistant-message") {
    const calls = entry.content.flatMap((part) =>
      part.type === "tool-call" ? [`[call ${part.id}] ${inputOf(part)}`] : [],
    );
    const said = documentsOf(entry, "").find(({ kind }) => kind === "assistant")?.text ?? "";
    return { title, lines: linesOf([said, ...calls].filter((text) => text !== "").join("\n")), others: [] };
  }
  const [document] = documentsOf(entry, "");
  if (!document) return undefined;
  const others = entry.kind === "user-message" ? entry.content.filter(({ type }) => type !== "text") : [];
  return { title: `${title}, ${document.kind}`, lines: linesOf(document.text), others };
}

/** @param from - line, from 1. */
export function pageOf(
  { title, lines, others }: Whole,
  from: number,
  count: number,
): readonly ToolContentPart[] {
  const shown: string[] = [];
  let length = 0;
  for (const line of lines.slice(from - 1, from - 1 + count)) {
    if (length + line.length > pageLength && shown.length > 0) break;
    shown.push(line);
    length += line.length + 1;
  }
  const next = from + shown.length;
  const place = `lines ${from} to ${next - 1} of ${lines.length}`;
  const more = next <= lines.length ? `\n[Continue with "offset": ${next}.]` : "";
  return [
    { type: "text", text: `[${title}: ${place}]\n${shown.join("\n")}${more}` },
    ...(from === 1 ? others : []),
  ];
}

/** The entries before and after, each in one line. */
export function aroundOf(entries: readonly Entry[], id: string, around: number): string {
  const at = entries.findIndex(
    (entry) =>
      String(entry.seq) === id ||
      (entry.kind === "assistant-message" &&
        entry.content.some((part) => part.type === "tool-call" && part.id === id)),
  );
  if (at < 0) return "";
  return entries
    .slice(Math.max(0, at - around), at + around + 1)
    .flatMap((entry) => documentsOf(entry, ""))
    .map(({ seq, kind, tool, text }) => {
      const line = oneLine(text.slice(0, 600));
      return `[${seq}] ${kind}${tool === undefined ? "" : ` ${tool}`}: ${line.slice(0, 160).toWellFormed()}`;
    })
    .join("\n");
}

/** To the minute, UTC. */
export function timeOf(at: number): string {
  return new Date(at).toISOString().slice(0, 16).replace("T", " ");
}

function linesOf(text: string): readonly string[] {
  return text.split("\n").flatMap((line) => {
    if (line.length <= lineLength) return [line];
    const groups: string[] = [];
    for (let at = 0; at < line.length; at += lineLength) groups.push(line.slice(at, at + lineLength));
    return groups;
  });
}
