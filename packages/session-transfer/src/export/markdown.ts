import { questionText, sectionsText, type Entry, type ToolContentPart, type UserPart } from "@skein/protocol";
import { clip, clippedNote } from "./clip.ts";
import { dollars, duration, plural, sizeOf, timeFormat, type TimeFormat } from "./figures.ts";
import { codeSpan, fenced, quoted, selfContained, tableCell } from "./markdown-syntax.ts";
import {
  answerText,
  callInput,
  callState,
  contextTitle,
  decisionText,
  eventText,
  isShownAsChange,
  sourceName,
  textParts,
  tokens,
} from "./report/describe.ts";
import { fileChange } from "./report/file-change.ts";
import { diffHunks } from "./report/line-diff.ts";
import { report, type Report } from "./report/report.ts";
import type { ReportCall, ReportItem } from "./report/report-items.ts";
import type { ReportTurn } from "./report/report-turns.ts";
import { visibleLine } from "./visible-text.ts";

export interface MarkdownOptions {
  /** Tool inputs and results as long as they are. Without it they are cut at 4,000 characters. */
  readonly full?: boolean;
  /** An IANA name, default UTC. */
  readonly timeZone?: string;
}

const mostCharacters = 4000;

/** A session to read, or to paste into an issue. Comes in pieces. */
export function* writeMarkdown(
  session: string,
  entries: readonly Entry[],
  { full = false, timeZone = "UTC" }: MarkdownOptions = {},
): Generator<string> {
  const told = report(session, entries);
  const look: ReportFormat = {
    most: full ? Infinity : mostCharacters,
    format: timeFormat(timeZone),
    timeZone,
  };
  yield headOf(told, look);
  for (const turn of told.turns) yield* turnParts(turn, look);
}

interface ReportFormat {
  readonly most: number;
  readonly format: TimeFormat;
  readonly timeZone: string;
}

function headOf(told: Report, { format, timeZone }: ReportFormat): string {
  const { session, summary, spent, time, turns } = told;
  const { name, cwd, parent, provider, model, startedAt, state } = summary;
  const started = startedAt === undefined ? undefined : format(startedAt);
  const facts: readonly (readonly [string, string | undefined])[] = [
    ["Session", codeSpan(session)],
    ["Folder", cwd === undefined ? undefined : codeSpan(cwd)],
    ["Model", model === undefined ? undefined : codeSpan(`${provider}/${model}`)],
    ["Forked from", parent && `${codeSpan(parent.session)}, entry ${parent.seq}`],
    ["Started", started && `${started.day}, ${started.time} (${tableCell(timeZone)})`],
    ["Turns", `${turns.length}, ${duration(time.model + time.tools + time.people + time.other)}`],
    ["Last outcome", state],
    ["Cost", `${dollars(spent)} (${plural(spent.requests, "request")}, ${tokens(spent.usage)})`],
  ];
  const rows = facts.flatMap(([what, fact]) => (fact === undefined ? [] : [`| ${what} | ${fact} |`]));
  return `# ${tableCell(name ?? "A session")}\n\n| | |\n| --- | --- |\n${rows.join("\n")}\n`;
}

function* turnParts(turn: ReportTurn, look: ReportFormat): Generator<string> {
  const { number, at, durationMs, spent, outcome } = turn;
  const { day, time } = look.format(at);
  yield `\n## Turn ${number}\n\n${day}, ${time} · ${duration(durationMs)} · ${plural(spent.requests, "model call")} · ${dollars(spent)}\n`;
  let isRewound = false;
  for (const item of turn.items) {
    if (item.isRewound !== isRewound)
      yield item.isRewound ? "\n*What follows was undone later:*\n" : "\n*End of what was undone.*\n";
    isRewound = item.isRewound;
    const text = itemText(item, look);
    if (text !== "") yield `\n${text}\n`;
  }
  if (isRewound) yield "\n*End of what was undone.*\n";
  if (!outcome) yield "\n*No outcome: it was still running, or its process ended first.*\n";
}

function itemText(item: ReportItem, look: ReportFormat): string {
  switch (item.type) {
    case "user":
      return `**${sourceName(item.from)}:**\n\n${quoted(partsText(item.content))}`;
    case "text": {
      const note = item.partial ? ` (${partialText(item.partial)})` : "";
      return `**Assistant${note}:**\n\n${selfContained(item.text)}`;
    }
    case "thinking":
      return `**Thinking:**\n\n${quoted(item.text)}`;
    case "call":
      return callText(item, look);
    case "question":
      return `**Question:** ${tableCell(questionOf(item))}\n\n${tableCell(answerText(item.answer))}`;
    case "notice":
      return `*${item.level === "info" ? "Note" : item.level}: ${tableCell(item.text)}*`;
    case "context":
      return `<details><summary>${htmlText(contextTitle(item.sections))}</summary>\n\n${fenced(sectionsText(item.sections), "")}\n\n</details>`;
    case "failed-request":
      return `*Request failed (${tableCell(item.error.code)}): ${tableCell(item.error.message)}*`;
    case "outcome": {
      const { outcome, error } = item.entry;
      return `**Ended: ${tableCell(outcome)}.**${error ? ` ${tableCell(error.message)}` : ""}`;
    }
    case "event": {
      const more = item.entry.kind === "compaction" ? `\n\n${quoted(item.entry.summary)}` : "";
      return `*${tableCell(eventText(item.entry))}*${more}`;
    }
  }
}

/** In an element of HTML Markdown does not speak. */
function htmlText(text: string): string {
  return visibleLine(text).replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}

function questionOf({ asked }: Extract<ReportItem, { type: "question" }>): string {
  return questionText(asked.question);
}

function partialText(partial: string): string {
  return { "cut-off": "cut off", restarted: "made again", draft: "not finished" }[partial] ?? partial;
}

function callText(call: ReportCall, look: ReportFormat): string {
  const { word, isFailure } = callState(call);
  const head = [word, decisionText(call)].filter((some) => some !== undefined).map(tableCell);
  const change = fileChange(call);
  const input = callInput(call);
  const parts = [`**${isFailure ? "✗" : "✓"}** ${codeSpan(call.name)} · ${head.join(" · ")}`];
  if (!isShownAsChange(call)) parts.push(clippedFence(input.text, input.language, look));
  if (change) parts.push(codeSpan(change.path), clippedFence(diffText(change), "diff", look));
  if (call.result) {
    const text = partsText(call.result.content);
    if (text !== "") parts.push(clippedFence(text, "", look));
  }
  return parts.join("\n\n");
}

function diffText({ before = "", after }: { readonly before: string | undefined; readonly after: string }) {
  return diffHunks(before, after)
    .flatMap(({ skipped, lines }) => [
      ...(skipped > 0 ? [`@@ ${plural(skipped, "line")} the same @@`] : []),
      ...lines.map(({ mark, text }) => mark + text),
    ])
    .join("\n");
}

function clippedFence(text: string, language: string, { most }: ReportFormat): string {
  const { start, end, left } = clip(text, most);
  return fenced(left === 0 ? start : `${start}\n${clippedNote(left)}\n${end}`, language);
}

function partsText(parts: readonly (UserPart | ToolContentPart)[]): string {
  const others = parts.flatMap((part) =>
    part.type === "text"
      ? []
      : [
          `(${part.type}${part.type === "file" && part.name ? ` ${visibleLine(part.name)}` : ""}, ${visibleLine(part.mediaType)}, ${sizeOf(part.data)})`,
        ],
  );
  return [textParts(parts), ...others].filter((text) => text !== "").join("\n");
}
