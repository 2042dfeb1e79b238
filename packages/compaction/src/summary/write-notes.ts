import { createHash } from "node:crypto";
import {
  messageOf,
  ProviderError,
  type AttemptModel,
  type ContextView,
  type ModelRequest,
} from "@skein/protocol";
import { clipToTokens } from "../clip.ts";
import type { MessageGroup } from "../message-groups.ts";
import { textTokens } from "../tokens/estimate.ts";
import { chunksOf } from "./material.ts";
import { headings, summaryPrompts } from "./prompts.ts";

export interface WriteNotesOptions {
  readonly view: ContextView;
  /** `undefined`: the conversation's. */
  readonly summariser: AttemptModel | undefined;
  /** What is hidden. */
  readonly groups: readonly MessageGroup[];
  /** Tokens that the notes may take. */
  readonly budget: number;
  /** Tokens of what they replace: longer notes are useless. */
  readonly replaces: number;
  /** Real tokens per estimated token. */
  readonly scale: number;
  /** Starts with chunks of a quarter of the usual size. */
  readonly small: boolean;
}

export interface Notes {
  /** `undefined` when no model could write any. */
  readonly text: string | undefined;
  /** The model that wrote them. */
  readonly by: string | undefined;
  readonly calls: number;
  /** What went wrong on the way, in sentences. */
  readonly failed: readonly string[];
}

/** Assumed for a summariser with an unknown context window. */
const assumedWindow = 32_000;
/** Tokens. */
const leastChunk = 600;
const leastWords = 3;

/**
 * Asks a model for the notes: with everything hidden at once if it fits, in chunks otherwise; again with smaller
 * chunks if that fails, and with the conversation's own model if another one cannot.
 *
 * @throws the signal's reason when it is aborted; nothing else.
 */
export async function writeNotes(options: WriteNotesOptions, signal: AbortSignal): Promise<Notes> {
  const { summariser, small } = options;
  const failed: string[] = [];
  const unreachable = new Set<AttemptModel | undefined>();
  let calls = 0;
  const usual = small ? [] : [{ model: summariser, share: 1 }];
  const other = summariser === undefined ? [] : [{ model: undefined, share: small ? 0.25 : 1 }];
  for (const { model, share } of [...usual, { model: summariser, share: 0.25 }, ...other]) {
    if (unreachable.has(model)) continue;
    const ask = (request: ModelRequest) => {
      calls++;
      return options.view.ask(request, model);
    };
    const by = nameOf(model ?? options.view.model);
    try {
      return { text: await attempt(options, { model, share, ask, failed }), by, calls, failed };
    } catch (error) {
      signal.throwIfAborted();
      failed.push(`${by}: ${messageOf(error)}`);
      if (!mayHelpSmaller(error)) unreachable.add(model);
    }
  }
  return { text: undefined, by: undefined, calls, failed };
}

function nameOf({ provider, id }: AttemptModel): string {
  return `${provider}/${id}`;
}

class NoNotes extends Error {}

function mayHelpSmaller(error: unknown): boolean {
  return error instanceof NoNotes || (ProviderError.is(error) && error.code === "context-overflow");
}

interface Attempt {
  readonly model: AttemptModel | undefined;
  readonly share: number;
  readonly ask: (request: ModelRequest) => Promise<string>;
  readonly failed: string[];
}

async function attempt(
  { view, groups, budget, replaces, scale }: WriteNotesOptions,
  { model, share, ask, failed }: Attempt,
): Promise<string> {
  const { limits } = model ?? view.model;
  const window = limits.contextTokens ?? (model ? assumedWindow : (view.window ?? assumedWindow));
  const answer = Math.ceil(budget * 2 + 1_000);
  const whole = Math.max(leastChunk, (window * 0.7 - answer) / Math.max(1, scale));
  const read = groups.reduce((sum, { tokens }) => sum + tokens, 0);
  const chunkBudget = share === 1 ? whole : Math.max(leastChunk, Math.min(whole, read) * share);
  const { texts, dropped } = chunksOf(groups, chunkBudget);
  if (dropped > 0) failed.push(`${dropped} parts of the record were too much to be summarized.`);
  const outputTokens = Math.min(limits.outputTokens ?? Infinity, Math.max(2_048, answer));
  const requestOf = (text: string): ModelRequest => ({
    system: summaryPrompts.system,
    tools: [],
    messages: [{ role: "user", from: "agent", content: [{ type: "text", text }] }],
    options: { maxOutputTokens: outputTokens },
  });
  const { wish } = view;
  const parts: string[] = [];
  for (const [index, text] of texts.entries()) {
    const mark = markFor(text);
    const prompt = summaryPrompts.ask({ text, mark, part: index + 1, parts: texts.length, budget, wish });
    parts.push(checked(await ask(requestOf(prompt)), replaces));
  }
  if (parts.length === 0) throw new NoNotes("There was nothing to summarize.");
  if (parts.length === 1) return fitted(parts[0] ?? "", budget);
  const text = clipToTokens(parts.join("\n\n"), chunkBudget);
  const folded = await ask(requestOf(summaryPrompts.fold({ text, mark: markFor(text), budget, wish })));
  return fitted(checked(folded, replaces), budget);
}

/** The same for the same text, and not predictable for the author of the text. */
function markFor(text: string): string {
  return `-----${createHash("sha256").update(text).digest("hex").slice(0, 24)}-----`;
}

/** @throws NoNotes for an empty reply, a few words, or more than it is to replace. */
function checked(answer: string, replaces: number): string {
  const text = answer.replaceAll(/^#{1,2} /gm, "### ").trim();
  if (text === "") throw new NoNotes("The answer was empty.");
  const hasHeading = headings.some((heading) => new RegExp(`^\\W*${heading}\\b`, "im").test(text));
  const wordsOf = text.match(/\p{L}+/gu)?.length ?? 0;
  if (wordsOf < (hasHeading ? leastWords : 12)) throw new NoNotes("The answer was no summary.");
  if (textTokens(text) >= replaces) throw new NoNotes("The answer was longer than what it was to replace.");
  return text;
}

/** When all sections together are too long, each keeps its head. */
function fitted(notes: string, budget: number): string {
  const tokens = textTokens(notes);
  if (tokens <= budget) return notes;
  const parts = notes.split(/^(?=### )/m);
  const share = (budget * 0.95) / tokens;
  const clipped = parts.map((part) => clipToTokens(part.trim(), Math.floor(textTokens(part) * share)));
  return clipToTokens(clipped.filter((part) => part !== "").join("\n"), budget);
}
