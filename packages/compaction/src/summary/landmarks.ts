import { isBroken, extractText, type Entry, type JsonValue } from "@skein/protocol";
import { clipToLine } from "../clip.ts";
import { textTokens } from "../tokens/estimate.ts";

/** In the order in which they are listed. */
const order = ["Files", "Commands", "Errors", "Ids", "Links", "Numbers"] as const;

type Group = (typeof order)[number];

interface Landmark {
  readonly value: string;
  count: number;
  /** Where it was mentioned last. */
  seq: number;
}

interface Mention {
  readonly group: Group;
  readonly value: string;
}

/** Entries are immutable, and each draft of a summary goes through all of them. */
const mentioned = new WeakMap<Entry, readonly Mention[]>();

/** Characters of each text, from both ends; what is in the middle of a long text can be found by words. */
const scanned = 6_000;

const patterns: readonly { readonly group: Group; readonly pattern: RegExp }[] = [
  { group: "Links", pattern: /\bhttps?:\/\/[^\s"'<>()[\]{}]{3,160}/g },
  {
    group: "Files",
    pattern:
      /(?<![\w/.:-])(?:~|\.{1,2})?\/?(?:[\w@.+-]{1,60}\/){1,12}[\w@.+-]{1,80}|\b[\w-]{1,60}\.(?:[cm]?[jt]sx?|json|ya?ml|toml|md|py|rs|go|java|rb|php|c|h|cpp|cs|sh|sql|html|css|txt|csv|lock|log|pdf|ini|env)\b/g,
  },
  {
    group: "Errors",
    pattern:
      /^.{0,80}?(?:\b\w*(?:Error|Exception)\b\s*[:[(]|\berror\b\s*[:[]|\bfatal:|\bpanic:|\bFAIL(?:ED)?\b|\bexit(?:ed with)? (?:code|status):? [1-9]).{0,160}/gim,
  },
  {
    group: "Ids",
    pattern:
      /\b(?:[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}|(?=[0-9a-f]*\d)(?=[0-9a-f]*[a-f])[0-9a-f]{7,64}|[A-Z][A-Z0-9]{1,9}-\d{1,7}|v?\d+\.\d+\.\d+(?:-[\w.]+)?)\b|(?<!\w)#\d{1,7}\b/g,
  },
  {
    group: "Numbers",
    pattern:
      /(?<![\w.])(?:[$€£]\s?\d[\d,]*(?:\.\d+)?|\d[\d,]*(?:\.\d+)?\s?(?:ms|s|min|h|[kKMGT]i?B|bytes|%|px|rows|lines|tests|users|tokens|requests|req\/s|°C|kg|km|USD|EUR)(?![\w]))/g,
  },
];

const commandFields = ["command", "cmd", "script"] as const;
const pathFields = /path|file|folder|dir/i;

/**
 * An index made without a model: what is mentioned in the record and where it was mentioned last, the newest and most
 * repeated first.
 *
 * @param budget - tokens.
 */
export function landmarksOf(record: readonly Entry[], budget: number): string {
  const groups = new Map<Group, Map<string, Landmark>>();
  for (const entry of record) {
    for (const { group, value } of mentionsIn(entry)) {
      const of = groups.get(group) ?? new Map<string, Landmark>();
      groups.set(group, of);
      const known = of.get(value);
      if (known) {
        known.count++;
        known.seq = entry.seq;
      } else of.set(value, { value, count: 1, seq: entry.seq });
    }
  }
  const lastSeq = record.at(-1)?.seq ?? 1;
  let left = budget;
  const lines: string[] = [];
  for (const [index, group] of order.entries()) {
    const line = lineOfGroup(group, [...(groups.get(group)?.values() ?? [])], {
      lastSeq,
      budget: left / Math.max(1, Math.min(3, order.length - index)),
    });
    if (line === undefined) continue;
    left -= textTokens(line) + 1;
    lines.push(line);
  }
  return lines.join("\n");
}

function mentionsIn(entry: Entry): readonly Mention[] {
  const known = mentioned.get(entry);
  if (known) return known;
  const mentions: Mention[] = [];
  noteEntry(entry, (group, raw) => {
    const value = clipToLine(raw, 160).replace(/[.,;:]+$/, "");
    if (value.length > 1) mentions.push({ group, value });
  });
  mentioned.set(entry, mentions);
  return mentions;
}

type Note = (group: Group, value: string) => void;

function noteEntry(entry: Entry, note: Note): void {
  switch (entry.kind) {
    case "assistant-message":
      if (entry.partial === "restarted") return;
      scan(extractText(entry.content), note);
      for (const part of entry.content)
        if (part.type === "tool-call" && !isBroken(part)) noteInput(part.input, note);
      return;
    case "tool-result":
    case "user-message":
      scan(extractText(entry.content), note);
      return;
    default:
  }
}

function noteInput(input: JsonValue, note: Note): void {
  if (typeof input !== "object" || input === null || Array.isArray(input)) return;
  for (const [field, value] of Object.entries(input)) {
    if (typeof value !== "string") continue;
    if ((commandFields as readonly string[]).includes(field)) note("Commands", value);
    else if (pathFields.test(field) && !value.includes("\n")) note("Files", value);
    else scan(value, note);
  }
}

function scan(text: string, note: Note): void {
  const part = text.length <= scanned ? text : `${text.slice(0, scanned / 2)}\n${text.slice(-scanned / 2)}`;
  for (const { group, pattern } of patterns) {
    const found = new Set<string>();
    for (const { 0: value, index } of part.matchAll(pattern))
      found.add(group === "Numbers" ? withLead(part, value, index) : value.trim());
    for (const value of found) note(group, value);
  }
}

/** A number means nothing without the words before it. */
function withLead(text: string, value: string, at: number): string {
  const before = text.slice(Math.max(0, at - 30), at);
  const line = before.slice(before.lastIndexOf("\n") + 1);
  const lead = line.length < 30 ? line : line.slice(line.indexOf(" ") + 1);
  return `${lead}${value}`.trim();
}

function lineOfGroup(
  group: Group,
  landmarks: readonly Landmark[],
  { lastSeq, budget }: { readonly lastSeq: number; readonly budget: number },
): string | undefined {
  const scoreOf = ({ count, seq }: Landmark) => Math.log2(1 + count) + (2 * seq) / lastSeq;
  const best = landmarks.toSorted(
    (a, b) => scoreOf(b) - scoreOf(a) || b.seq - a.seq || (a.value < b.value ? -1 : 1),
  );
  const shown: string[] = [];
  let left = budget - 4;
  for (const { value, count, seq } of best) {
    const item = `${value} [${count > 1 ? `×${count}, ` : ""}${seq}]`;
    left -= textTokens(item) + 1;
    if (left < 0) break;
    shown.push(item);
  }
  return shown.length === 0 ? undefined : `${group}: ${shown.join("; ")}`;
}
