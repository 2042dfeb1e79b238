import { isBroken, extractText, type Entry } from "@skein/protocol";
import { clipHead, clipToLine, clipTail } from "../clip.ts";
import type { MessageGroup } from "../message-groups.ts";
import { textTokens } from "../tokens/estimate.ts";
import { sections } from "./prompts.ts";

/** How much of a message the summariser reads, in characters. */
interface Detail {
  readonly text: number;
  readonly input: number;
  readonly result: number;
}

const details: readonly Detail[] = [
  { text: 6_000, input: 1_500, result: 1_500 },
  { text: 2_000, input: 500, result: 500 },
  { text: 600, input: 150, result: 150 },
];

const mostChunks = 8;

export interface Chunks {
  readonly texts: readonly string[];
  /** Chunks in the middle that are dropped. */
  readonly dropped: number;
}

/**
 * What is hidden, as text in chunks for a summariser, in as much detail as eight chunks allow.
 *
 * @param chunkTokens - estimated tokens of a chunk.
 */
export function chunksOf(groups: readonly MessageGroup[], chunkTokens: number): Chunks {
  let texts: readonly string[] = [];
  for (const detail of details) {
    texts = grouped(
      groups.map((piece) => told(piece, detail)).filter((text) => text !== ""),
      chunkTokens,
    );
    if (texts.length <= mostChunks) return { texts, dropped: 0 };
  }
  return {
    texts: [...texts.slice(0, 1), ...texts.slice(1 - mostChunks)],
    dropped: texts.length - mostChunks,
  };
}

function grouped(texts: readonly string[], chunkTokens: number): readonly string[] {
  const chunks: string[][] = [];
  let left = 0;
  for (const text of texts) {
    const tokens = textTokens(text) + 2;
    if (tokens > left) {
      chunks.push([]);
      left = chunkTokens;
    }
    chunks.at(-1)?.push(text);
    left -= tokens;
  }
  return chunks.map((chunk) => chunk.join("\n\n"));
}

function told({ entry, results }: MessageGroup, detail: Detail): string {
  const label = `[${entry.seq}]`;
  switch (entry.kind) {
    case "compaction":
      return `Notes of what was before:\n${clipped(notesIn(entry.summary), detail.text * 4)}`;
    case "user-message":
      return `${label} ${entry.from}: ${clipped(extractText(entry.content), detail.text)}`;
    case "notice":
      return `${label} notice: ${clipped(entry.text, detail.text)}`;
    case "assistant-message": {
      const said = extractText(entry.content);
      return [
        ...(said.trim() === "" ? [] : [`${label} assistant: ${clipped(said, detail.text)}`]),
        ...callsOf(entry).map(
          ({ id, name, input }) => `${label} call ${id} of ${name}: ${clipped(input, detail.input)}`,
        ),
        ...results.map(
          ({ entry: result }) =>
            `[${result.seq}] ${result.failure ? "failure" : "result"} of ${result.callId}: ${clipped(extractText(result.content), detail.result)}`,
        ),
      ].join("\n");
    }
    default:
      return "";
  }
}

export function callsOf(entry: Entry): readonly { id: string; name: string; input: string }[] {
  if (entry.kind !== "assistant-message" || entry.partial) return [];
  return entry.content.flatMap((part) =>
    part.type === "tool-call"
      ? [{ id: part.id, name: part.name, input: isBroken(part) ? part.raw : JSON.stringify(part.input) }]
      : [],
  );
}

/** The notes in a summary of ours; another's summary completely. */
function notesIn(summary: string): string {
  // The user may have said the same line: ours comes after the user's messages.
  const start = summary.lastIndexOf(`\n${sections.notes}\n`);
  if (start < 0) return summary.includes(`\n${sections.words}\n`) ? "" : summary;
  const notes = summary.slice(start + sections.notes.length + 2);
  const end = notes.search(/^## /m);
  return (end < 0 ? notes : notes.slice(0, end)).trim();
}

/**
 * A list made without a model: the first and the last request, the tool calls with how they ended, the last words.
 *
 * @param budget - tokens.
 */
export function mechanicalNotes(groups: readonly MessageGroup[], budget: number): string {
  const former = groups.find(({ kind }) => kind === "summary")?.entry;
  const earlier = former?.kind === "compaction" ? notesIn(former.summary) : "";
  const lines: string[] = [];
  for (const { entry, results } of groups) {
    if (entry.kind !== "assistant-message") continue;
    const said = extractText(entry.content).trim();
    if (said !== "") lines.push(`[${entry.seq}] said: ${clipToLine(said, 240)}`);
    const ends = new Map(results.map(({ entry: result }) => [result.callId, result]));
    for (const { id, name, input } of callsOf(entry)) {
      const end = ends.get(id);
      const how =
        end === undefined
          ? "no result"
          : `${end.failure ? "failed: " : ""}${clipToLine(extractText(end.content), 80)}`;
      lines.push(`[${entry.seq}] ${name} ${clipToLine(input, 100)} → ${how}`);
    }
  }
  let left = budget - 30;
  const kept: string[] = [];
  const head = earlier === "" ? [] : [`Before that:\n${clipped(earlier, budget * 1.2)}`];
  for (const text of head) left -= textTokens(text);
  for (const line of lines.toReversed()) {
    left -= textTokens(line) + 1;
    if (left < 0) break;
    kept.push(line);
  }
  const missing = lines.length - kept.length;
  const note = missing === 0 ? [] : [`… ${missing} earlier steps are left out.`];
  return [...head, ...note, ...kept.toReversed()].join("\n");
}

function clipped(text: string, characters: number): string {
  if (text.length <= characters) return text;
  const head = clipHead(text, characters * 0.7);
  const tail = clipTail(text, characters * 0.25);
  return `${head}\n… (${text.length - head.length - tail.length} characters left out)\n${tail}`;
}
