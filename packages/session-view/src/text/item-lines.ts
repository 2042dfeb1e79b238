import { extractText, type UserPart } from "@skein/protocol";
import type { CallItem, Item } from "../items.ts";
import type { StyledLine } from "./styled-line.ts";

/** Lines of a tool's result that are shown. */
const resultLines = 20;
/** Characters of a call's arguments that are shown. */
const inputLength = 500;

/** What people read of an item, after an empty line. Nothing of questions, which stand with their calls. */
export function itemLines(item: Item): readonly StyledLine[] {
  const lines = linesOf(item);
  if (lines.length === 0) return [];
  const output = item.type === "outcome" && item.output !== undefined ? [outputLine(item.output)] : [];
  return [...output, { text: "" }, ...lines];
}

function linesOf(item: Item): readonly StyledLine[] {
  switch (item.type) {
    case "message":
      return [
        { style: "bold", text: `> ${item.from === "user" ? "" : `(${item.from}) `}${said(item.content)}` },
      ];
    case "text": {
      const cut: readonly StyledLine[] =
        item.state === "whole" ? [] : [{ style: "warning", text: "(cut off)" }];
      return [{ text: item.text.trimEnd() }, ...cut];
    }
    case "thinking":
      return [{ style: "dim", text: indent(item.text.trimEnd(), "~ ") }];
    case "notice":
      return [{ style: "warning", text: `${item.level}: ${item.text}` }];
    case "compaction":
      return item.summary === undefined
        ? []
        : [{ style: "dim", text: `(shortened here; the summary:)\n${indent(item.summary)}` }];
    case "outcome":
      return [
        {
          style: item.outcome === "done" ? "dim" : "error",
          text: `— ${item.outcome}${item.error ? `: ${item.error.message}` : ""}`,
        },
      ];
    case "call":
      return [...callLines(item)];
    case "question":
    case "told":
      return [];
  }
}

function outputLine(output: unknown): StyledLine {
  return { text: `= ${JSON.stringify(output)}` };
}

function* callLines(call: CallItem): Generator<StyledLine> {
  const input = call.input === undefined ? (call.raw ?? "") : JSON.stringify(call.input);
  const { result, decision } = call;
  const time = result ? ` (${(result.durationMs / 1000).toFixed(1)} s)` : "";
  yield { style: "accent", text: `● ${call.tool ?? ""} ${clip(input)}${time}` };
  if (decision && decision.verdict !== "allow") {
    const why = decision.reason === undefined ? "" : `: ${decision.reason}`;
    yield { style: "warning", text: `  ${decision.verdict} by ${decision.by}${why}` };
  }
  if (!result) {
    yield { style: "warning", text: call.state === "running" ? "  started; no result" : "  not started" };
    return;
  }
  if (result.failure !== undefined) yield { style: "error", text: `  ${result.failure}` };
  const lines = extractText(result.content).trimEnd().split("\n");
  const shown = lines.slice(0, resultLines);
  yield { style: "dim", text: indent(shown.join("\n") || "(no text)") };
  if (lines.length > shown.length)
    yield { style: "dim", text: `  … ${lines.length - shown.length} more lines` };
}

function said(content: readonly UserPart[]): string {
  return content.map((part) => (part.type === "text" ? part.text : `(${part.type})`)).join("\n");
}

function clip(text: string): string {
  return text.length <= inputLength ? text : `${text.slice(0, inputLength)}…`;
}

function indent(text: string, by = "  "): string {
  return text
    .split("\n")
    .map((line) => `${by}${line}`)
    .join("\n");
}
