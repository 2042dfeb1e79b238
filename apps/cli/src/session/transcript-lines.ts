import { textOf, type UserPart } from "@skein/protocol";
import type { Costs } from "@skein/runtime";
import type { CallItem, Item } from "@skein/session-view";
import { shortTime } from "../output/when.ts";
import { cleanText } from "../terminal/clean-text.ts";
import { paintFor, type Paint } from "../terminal/style.ts";
import type { Summary } from "./summary-words.ts";

export interface ShownSession {
  readonly session: string;
  readonly summary: Summary | undefined;
  readonly items: readonly Item[];
  readonly spent: Costs;
}

/** Lines of a tool's result that are shown; `--json` has them all. */
const resultLines = 20;

/** A session as people read it: what was said, each call with its result, how each run ended, what it cost. */
export function* transcriptLines(shown: ShownSession, stream: NodeJS.WriteStream): Generator<string> {
  const paint = paintFor(stream);
  const { session, summary, items, spent } = shown;
  yield paint("bold", cleanText(summary?.name === undefined ? session : `${summary.name} (${session})`));
  if (summary) {
    const { provider, model, cwd, startedAt, state, parent, child, isRewound } = summary;
    const from = parent && `fork of ${parent.session} at ${parent.seq}`;
    const rewound = isRewound ? "rewound" : undefined;
    const by = child && `subagent of ${child.session}`;
    const about = [provider, model, cwd, shortTime(startedAt, new Date()), state, from, by, rewound];
    yield paint("dim", cleanText(about.filter((word) => word !== undefined && word !== "").join(" · ")));
  }
  for (const item of items.filter(isShown)) yield* itemLines(item, paint);
  yield "";
  yield paint("dim", costLine(spent));
}

type ShownItem = Exclude<Item, { readonly type: "question" | "told" }>;

/** Questions stand with their calls, and results that became shorter are shown whole. */
function isShown(item: Item): item is ShownItem {
  if (item.type === "compaction") return item.summary !== undefined;
  return item.type !== "question" && item.type !== "told";
}

function* itemLines(item: ShownItem, paint: Paint): Generator<string> {
  if (item.type === "outcome" && item.output !== undefined)
    yield `= ${cleanText(JSON.stringify(item.output))}`;
  yield "";
  switch (item.type) {
    case "message":
      yield paint(
        "bold",
        `> ${item.from === "user" ? "" : `(${item.from}) `}${cleanText(said(item.content))}`,
      );
      return;
    case "text":
      yield cleanText(item.text.trimEnd());
      if (item.state !== "whole") yield paint("yellow", "(cut off)");
      return;
    case "thinking":
      yield paint("dim", cleanText(item.text.trimEnd()).replaceAll(/^/gm, "~ "));
      return;
    case "notice":
      yield paint("yellow", `${item.level}: ${cleanText(item.text)}`);
      return;
    case "compaction":
      yield paint("dim", `(shortened here; the summary:)\n${indent(cleanText(item.summary ?? ""))}`);
      return;
    case "outcome": {
      const { outcome, error } = item;
      const why = error ? `: ${cleanText(error.message)}` : "";
      yield paint(outcome === "done" ? "dim" : "red", `— ${outcome}${why}`);
      return;
    }
    case "call":
      yield* callLines(item, paint);
  }
}

function* callLines(call: CallItem, paint: Paint): Generator<string> {
  const input = call.input === undefined ? (call.raw ?? "") : JSON.stringify(call.input);
  const { result, decision } = call;
  const time = result ? ` (${(result.durationMs / 1000).toFixed(1)} s)` : "";
  yield paint("cyan", `● ${cleanText(call.tool ?? "")} ${clip(cleanText(input), 500)}${time}`);
  if (decision && decision.verdict !== "allow")
    yield paint("yellow", `  ${decision.verdict} by ${cleanText(decision.by)}${reasonOf(decision.reason)}`);
  if (!result) {
    yield paint("yellow", call.state === "running" ? "  started; no result" : "  not started");
    return;
  }
  if (result.failure !== undefined) yield paint("red", `  ${result.failure}`);
  const lines = cleanText(textOf(result.content)).trimEnd().split("\n");
  const shown = lines.slice(0, resultLines);
  yield paint("dim", indent(shown.join("\n") || "(no text)"));
  if (lines.length > shown.length) yield paint("dim", `  … ${lines.length - shown.length} more lines`);
}

function said(content: readonly UserPart[]): string {
  return content.map((part) => (part.type === "text" ? part.text : `(${part.type})`)).join("\n");
}

function reasonOf(reason: string | undefined): string {
  return reason === undefined ? "" : `: ${cleanText(reason)}`;
}

function costLine({ requests, usage, costUsd, isEstimate, hasUnknownCost }: Costs): string {
  const tokens = [
    ["in", usage.input],
    ["out", usage.output],
    ["from cache", usage.cacheRead],
    ["to cache", usage.cacheWrite],
  ] as const;
  const counted = tokens.filter(([, count]) => count !== undefined && count > 0);
  const sum = counted.map(([name, count]) => `${count} ${name}`).join(", ") || "unknown";
  const known = `${isEstimate ? "at most " : ""}$${costUsd.toFixed(4)}`;
  const cost = hasUnknownCost ? (costUsd > 0 ? `more than ${known}` : "cost unknown") : known;
  return `${requests} requests · tokens: ${sum} · ${cost}`;
}

function clip(text: string, most: number): string {
  return text.length <= most ? text : `${text.slice(0, most)}…`;
}

function indent(text: string): string {
  return text.replaceAll(/^/gm, "  ");
}
