import type { ContextSection, EntryOf, ToolContentPart, UserPart } from "@skein/protocol";
import { count, duration, plural } from "../figures.ts";
import { fileChange, inputOf, pathOf } from "./file-change.ts";
import type { ReportCall, ReportItem } from "./report-items.ts";

/** Words that the readable formats share. What they return is plain text from a journal: still to be made safe. */

const gistKeys = ["command", "cmd", "script", "query", "pattern", "url", "instructions", "prompt"];

/** What a call is about, on one line: its command, its file, its first text. */
export function gistOf(call: ReportCall): string {
  const input = inputOf(call);
  if (!input) return call.raw === undefined ? "" : "arguments that do not parse";
  const gist = gistKeys.map((key) => input[key]).find((value) => typeof value === "string");
  const text = gist ?? pathOf(call) ?? Object.values(input).find((value) => typeof value === "string") ?? "";
  const line = text.trimStart().split("\n", 1)[0] ?? "";
  return line.length > 200 ? `${line.slice(0, 200)}…` : line;
}

/** What the call was given, as it is best read, and in which language that is. */
export function callInput(call: ReportCall): { readonly text: string; readonly language: string } {
  if (call.raw !== undefined) return { text: call.raw, language: "" };
  const input = call.intent?.input ?? call.input ?? null;
  const object = inputOf(call);
  const command = object?.["command"];
  if (typeof command === "string" && Object.keys(object ?? {}).length === 1)
    return { text: command, language: "sh" };
  return { text: JSON.stringify(input, undefined, 2), language: "json" };
}

/** The input without what is shown as a change; `undefined` when nothing else is left to show. */
export function isShownAsChange(call: ReportCall): boolean {
  const input = inputOf(call);
  return fileChange(call) !== undefined && input !== undefined && Object.keys(input).length <= 4;
}

/** Who allowed or denied a call; `undefined` when no approval was needed. */
export function decisionText({ decision, question, answer }: ReportCall): string | undefined {
  const asked = question ? [answerText(answer)] : [];
  if (!decision) return asked[0];
  const verb = { allow: "allowed", deny: "denied", ask: "left to a person" }[decision.verdict];
  const reason = decision.reason ? `: ${decision.reason}` : "";
  return [`${verb} by ${decision.by}${reason}`, ...asked].join("; ");
}

/** What a model was told of by itself: the names of its parts. */
export function contextTitle(sections: readonly ContextSection[]): string {
  return `Told to the model: ${sections.map(({ name }) => name).join(", ")}`;
}

export function answerText(entry: EntryOf<"answer"> | undefined): string {
  if (!entry) return "asked, without an answer";
  const { answer, by } = entry;
  if ("allow" in answer) {
    const scope = { once: "once", session: "for this session", always: "always" }[answer.allow];
    return `${by} said yes, ${scope}${answer.input === undefined ? "" : ", with another input"}`;
  }
  if ("deny" in answer) return `${by} said no${answer.deny === "" ? "" : `: ${answer.deny}`}`;
  return answer.reply === null ? `${by} declined` : `${by} answered ${JSON.stringify(answer.reply)}`;
}

export function callState(call: ReportCall): { readonly word: string; readonly isFailure: boolean } {
  const { result, intent } = call;
  if (result?.failure) return { word: result.failure.kind.replaceAll("-", " "), isFailure: true };
  if (result) return { word: duration(result.durationMs), isFailure: false };
  return intent ? { word: "no result", isFailure: true } : { word: "not started", isFailure: true };
}

type EventEntry = Extract<ReportItem, { type: "event" }>["entry"];

export function eventText(entry: EventEntry): string {
  switch (entry.kind) {
    case "compaction":
      return "Older messages were summed up for the model";
    case "elision":
      return `${plural(entry.results.length, "earlier result")} shortened for the model`;
    case "rewind":
      return `Rewound to entry ${entry.to}`;
    case "settings":
      return `Now ${entry.provider}/${entry.model}, mode ${entry.mode}`;
    case "child":
      return `Subagent started: session ${entry.session}`;
    case "name":
      return `Named “${entry.name}” by the ${entry.by}`;
    case "scrub":
      return `Secrets taken out of ${plural(entry.entries, "entry", "entries")} and ${plural(entry.blobs, "blob")}`;
  }
}

const sources: Readonly<Record<string, string>> = {
  user: "You",
  steer: "You, while it ran",
  hook: "A hook",
  recipe: "The recipe",
  child: "A subagent",
  agent: "Skein",
};

export function sourceName(from: string): string {
  return sources[from] ?? from;
}

export function tokens({ input, cacheRead, cacheWrite, output }: EntryOf<"model-result">["usage"]): string {
  const sent = [input, cacheRead, cacheWrite].filter((some) => some !== undefined);
  const total = sent.length === 0 ? undefined : sent.reduce((sum, some) => sum + some, 0);
  return `${count(total)} in, ${count(output)} out`;
}

export function textParts(parts: readonly (UserPart | ToolContentPart)[]): string {
  return parts.flatMap((part) => (part.type === "text" ? [part.text] : [])).join("\n");
}
