import {
  effectiveEntries,
  toolExtension,
  type Checked,
  type Entry,
  type Extension,
  type JournalStore,
  type JsonValue,
  type Tool,
  type ToolOutcome,
} from "@skein/protocol";
import { documentsOf, recalledKinds } from "./documents.ts";
import { findDocuments, type FoundDocument } from "./find.ts";
import { shownPart } from "./passage.ts";
import { aroundOf, pageOf, timeOf, wholeOf } from "./pages.ts";

/** `JournalStore.read`. */
export type ReadJournal = JournalStore["read"];

const name = "recall";
const limits = { answers: 5, mostAnswers: 20, lines: 200, mostLines: 2_000, around: 20 } as const;
/** UTF-16 code units of all results of a query, about two kilobytes. */
const answerLength = 2_000;

interface RecallInput {
  readonly query?: string;
  readonly id?: string;
  readonly around?: number;
  readonly offset: number;
  readonly limit?: number;
}

/** The tool `recall`: looks up what was said and done in this session, including what is hidden or shortened. */
export function recallTool(read: ReadJournal): Tool {
  return {
    name,
    description:
      "Look up what was said and done earlier in this conversation, including what a summary hides or what was shortened. Search by query: names, paths, numbers and words of errors work best. Or get one entry in full by id: a number in brackets or the id of a tool call.",
    inputSchema: {
      type: "object",
      properties: {
        query: { type: "string" },
        id: { type: "string" },
        around: {
          type: "integer",
          minimum: 0,
          maximum: limits.around,
          description: "With id: also this many entries before and after it",
        },
        offset: { type: "integer", minimum: 1, description: "With id: first line" },
        limit: {
          type: "integer",
          minimum: 1,
          maximum: limits.mostLines,
          description: `Results, default ${limits.answers}; with id: lines, default ${limits.lines}`,
        },
      },
      additionalProperties: false,
    },
    effect: "reads",
    repeat: "safe",
    check,
    async call(value, { session, signal }): Promise<ToolOutcome> {
      const input = value as RecallInput;
      const entries: Entry[] = [];
      for await (const entry of read(session, 1, recalledKinds)) {
        signal.throwIfAborted();
        if (recalledKinds.includes(entry.kind)) entries.push(entry);
      }
      return recall(effectiveEntries(entries), input);
    },
  };
}

/** `recallTool` as an extension. */
export function recallExtension(read: ReadJournal): Extension {
  return toolExtension(recallTool(read));
}

function recall(entries: readonly Entry[], { query, id, around, offset, limit }: RecallInput): ToolOutcome {
  if (id !== undefined) {
    const whole = wholeOf(entries, id);
    if (!whole)
      return {
        kind: "failed",
        message: `Nothing in this conversation has the id ${id}.`,
        hint: "Search with `query`, and use an id from its results.",
      };
    const page = pageOf(whole, offset, limit ?? limits.lines);
    const near = around === undefined ? "" : aroundOf(entries, id, around);
    return { content: near === "" ? page : [...page, { type: "text", text: `\nAround it:\n${near}` }] };
  }
  const documents = entries.flatMap((entry) => documentsOf(entry, name));
  const most = Math.min(limits.mostAnswers, limit ?? limits.answers);
  const text = answersOf(findDocuments(documents, query ?? "", most));
  return { content: [{ type: "text", text }] };
}

function answersOf(found: readonly FoundDocument[]): string {
  if (found.length === 0)
    return "Nothing was found. Try other words: a name, a path, a number, or words of an error.";
  const each = Math.max(80, Math.floor(answerLength / Math.max(limits.answers, found.length)));
  return found
    .map(({ document, passage }) => {
      const { id, seq, at, kind, tool } = document;
      const what = tool === undefined ? kind : `${kind} of ${tool}`;
      const head = `id ${id}: ${what}, entry ${seq}, ${timeOf(at)}`;
      return `${head}\n${shownPart(document.text, passage, Math.max(40, each - head.length - 5))}`;
    })
    .join("\n\n");
}

function check(input: JsonValue): Checked {
  if (typeof input !== "object" || input === null || Array.isArray(input))
    return { ok: false, issues: ["The input must be an object with `query` or `id`."] };
  const given = new Map(Object.entries(input).filter(([, value]) => value !== null));
  const issues: string[] = [];
  const known = ["query", "id", "around", "offset", "limit"];
  for (const field of given.keys())
    if (!known.includes(field)) issues.push(`Unknown field \`${field}\`; use ${known.join(", ")}.`);
  const id = given.get("id");
  const query = given.get("query");
  if (query !== undefined && typeof query !== "string") issues.push("`query` must be a string.");
  const wanted = typeof id === "number" ? String(id) : id;
  if (wanted !== undefined && typeof wanted !== "string") issues.push("`id` must be a string.");
  if (given.has("query") === given.has("id")) issues.push("Give either `query` or `id`.");
  const wholeNumber = (field: string, least: number, greatest: number): number | undefined => {
    const value = given.get(field);
    if (value === undefined) return undefined;
    if (typeof value === "number" && Number.isInteger(value) && value >= least && value <= greatest)
      return value;
    issues.push(`\`${field}\` must be a whole number from ${least} to ${greatest}.`);
    return undefined;
  };
  const around = wholeNumber("around", 0, limits.around);
  const offset = wholeNumber("offset", 1, Number.MAX_SAFE_INTEGER) ?? 1;
  const limit = wholeNumber("limit", 1, limits.mostLines);
  if (issues.length > 0) return { ok: false, issues };
  const value: RecallInput = {
    ...(typeof query === "string" ? { query } : {}),
    ...(typeof wanted === "string" ? { id: wanted.replace(/^\[(\d+)\]$/, "$1") } : {}),
    ...(around === undefined ? {} : { around }),
    offset,
    ...(limit === undefined ? {} : { limit }),
  };
  return { ok: true, value };
}
