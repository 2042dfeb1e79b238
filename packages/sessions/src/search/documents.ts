import {
  isBroken,
  isJsonObject,
  type Entry,
  type EntryKind,
  type EntryOf,
  type JsonValue,
  type ToolCallPart,
} from "@skein/protocol";
import { pathInInput } from "../path-in-input.ts";
import { clipMiddle } from "./clip-middle.ts";

/** The author of a hit. `file`: a path that a tool call named. `session`: the session's name. */
export const documentRoles = ["user", "assistant", "tool", "file", "session"] as const;

export type DocumentRole = (typeof documentRoles)[number];

/** A searchable part of an entry. */
export interface SearchDocument {
  readonly seq: number;
  readonly at: number;
  readonly kind: EntryKind;
  readonly role: DocumentRole;
  readonly text: string;
}

/** Maximum characters of a document; the middle of a longer text is not indexed. */
const mostCharacters = 100_000;

/** The kinds of entries that an index reads. */
export const indexedKinds: readonly EntryKind[] = [
  "session-start",
  "name",
  "user-message",
  "assistant-message",
  "tool-intent",
  "tool-result",
  "rewind",
  "scrub",
];

/** @param thinking - whether thinking is indexed. */
export function documentsOf(entry: Entry, thinking: boolean): readonly SearchDocument[] {
  return pieces(entry, thinking)
    .filter(({ text }) => text.trim() !== "")
    .map(({ role, text }) => {
      const { seq, at, kind } = entry;
      return { seq, at, kind, role, text: clipMiddle(text.toWellFormed(), mostCharacters) };
    });
}

type Piece = Pick<SearchDocument, "role" | "text">;

function pieces(entry: Entry, thinking: boolean): readonly Piece[] {
  switch (entry.kind) {
    case "name":
      // The words of a task-based name are found where they were said.
      return entry.by === "task" ? [] : [{ role: "session", text: entry.name }];
    case "session-start":
      return [{ role: "session", text: entry.name ?? "" }];
    case "user-message":
      return [{ role: "user", text: said(entry.content, false) }];
    case "assistant-message": {
      if (entry.partial === "restarted") return [];
      const calls = entry.content.filter((part) => part.type === "tool-call");
      return [
        { role: "assistant", text: said(entry.content, thinking) },
        ...calls.map((call): Piece => ({ role: "tool", text: callText(call) })),
      ];
    }
    case "tool-intent":
      return filesOf(entry).map((text) => ({ role: "file", text }));
    case "tool-result":
      return [{ role: "tool", text: said(entry.content, false) }];
    default:
      return [];
  }
}

/** The resources of a call, or else the path in its input. */
function filesOf({ resources = [], effect, input }: EntryOf<"tool-intent">): readonly string[] {
  const files = resources.filter((resource) => resource.startsWith("file:"));
  if (files.length > 0) return files.map((resource) => resource.slice("file:".length));
  const path =
    (effect === "reads" || effect === "writes") && isJsonObject(input) ? pathInInput(input) : undefined;
  return path === undefined ? [] : [path];
}

function said(
  parts: readonly { readonly type: string; readonly text?: string }[],
  thinking: boolean,
): string {
  return parts
    .filter(({ type }) => type === "text" || (thinking && type === "thinking"))
    .map(({ text }) => text ?? "")
    .join("\n");
}

function callText(call: ToolCallPart): string {
  return [call.name, ...(isBroken(call) ? [call.raw] : stringsIn(call.input))].join("\n");
}

/** Keys are not searchable. */
function stringsIn(value: JsonValue): readonly string[] {
  if (typeof value === "string") return [value];
  if (typeof value === "number") return [String(value)];
  if (typeof value !== "object" || value === null) return [];
  return (Array.isArray(value) ? (value as readonly JsonValue[]) : Object.values(value)).flatMap(stringsIn);
}
