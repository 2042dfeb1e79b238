import {
  extractText,
  type AssistantPart,
  type JsonObject,
  type ToolContentPart,
  type Usage,
} from "@skein/protocol";
import { jsonLines, parsed, type ImportWarning, type JsonLine } from "./json-lines.ts";
import { countIn, known, lookUp, numberIn, objectIn, objectsIn, textIn, timeIn } from "./loose.ts";
import { callOf, dataUrlPart, failed, leftOut, textPart } from "./parts.ts";
import { authorOf, itemSidecar, type Author } from "./signatures.ts";
import type { FoundSession, ReplyStep, Step } from "./steps.ts";

type Mutable<Shape> = { -readonly [Field in keyof Shape]: Shape[Field] };

interface State {
  readonly steps: Step[];
  author: Author;
  /** The reply whose items are coming in. */
  open: (Mutable<ReplyStep> & { readonly content: AssistantPart[] }) | undefined;
  /** The last reply, whose usage may still come. */
  last: Mutable<ReplyStep> | undefined;
  /** Counters of the whole session so far; they are said again without a request between. */
  total: string | undefined;
  readonly asks: string[];
  at: number | undefined;
  line: number;
}

/**
 * Sessions of Codex CLI (`rollout-….jsonl`): the items of the Responses wire, one a line, between events that tell how
 * it went. Instructions and facts that the program itself puts in front of the user's words are left out.
 */
export function readCodex(text: string, warnings: ImportWarning[]): FoundSession {
  const lines = [...jsonLines(text, warnings)];
  const meta = objectIn(lines.find(({ value }) => value["type"] === "session_meta")?.value["payload"]);
  const first = lines[0]?.value ?? {};
  const provider = textIn(meta["model_provider"]) ?? "openai";
  const state: State = {
    steps: [],
    author: authorOf(provider, "unknown", "responses"),
    open: undefined,
    last: undefined,
    total: undefined,
    asks: [],
    at: undefined,
    line: 0,
  };
  for (const line of lines) take(state, line);
  return {
    id: textIn(meta["id"]) ?? textIn(first["id"]),
    cwd: textIn(meta["cwd"]) ?? cwdIn(lines),
    startedAt: timeIn(meta["timestamp"]) ?? timeIn(first["timestamp"]),
    steps: state.steps,
  };
}

function cwdIn(lines: readonly JsonLine[]): string | undefined {
  const context = lines.find(({ value }) => value["type"] === "turn_context");
  return textIn(objectIn(context?.value["payload"])["cwd"]);
}

function take(state: State, { line, value }: JsonLine): void {
  state.at = timeIn(value["timestamp"]) ?? state.at;
  state.line = line;
  const payload = objectIn(value["payload"]);
  const type = textIn(value["type"]);
  if (type === "response_item") takeItem(state, payload);
  else if (type === "event_msg") lookUp(events, textIn(payload["type"]))?.(state, payload);
  else if (type === "turn_context") {
    const { provider } = state.author;
    state.author = authorOf(provider, textIn(payload["model"]) ?? state.author.model, "responses");
  } else if (type === "token_usage_record") spend(state, objectIn(payload["usage"]));
  else if (type === "compacted") compact(state, payload);
  else if (value["payload"] === undefined) takeItem(state, value);
}

type Take = (state: State, item: JsonObject) => void;

function takeItem(state: State, item: JsonObject): void {
  lookUp(items, textIn(item["type"]))?.(state, item);
}

const items: Readonly<Record<string, Take>> = {
  message(state, item) {
    if (item["role"] === "assistant") addPart(state, ...texts(state, item));
    else if (item["role"] === "user") ask(state, item);
  },
  reasoning(state, item) {
    const { author } = state;
    const said = [...objectsIn(item["summary"]), ...objectsIn(item["content"])];
    const text = said.flatMap((part) => textIn(part["text"]) ?? []).join("\n\n");
    const sealed = textIn(item["encrypted_content"]) !== undefined;
    if (text === "" && !sealed) return;
    addPart(state, { type: "thinking", text, ...(sealed ? itemSidecar(author, bare(item)) : {}) });
  },
  function_call(state, item) {
    addPart(state, {
      ...callOf(callIdOf(item), textIn(item["name"]) ?? "", item["arguments"]),
      ...marks(state, item),
    });
  },
  custom_tool_call(state, item) {
    const head = { type: "tool-call", id: callIdOf(item), name: textIn(item["name"]) ?? "" } as const;
    const sidecar = itemSidecar(state.author, known({ type: "custom_tool_call", id: item["id"] }));
    addPart(state, { ...head, input: item["input"] ?? "", ...sidecar });
  },
  local_shell_call(state, item) {
    addPart(state, callOf(callIdOf(item), "local_shell", item["action"]));
  },
  web_search_call: addOpaque,
  image_generation_call: addOpaque,
  function_call_output: answer,
  custom_tool_call_output: answer,
  local_shell_call_output: answer,
};

function addOpaque(state: State, item: JsonObject): void {
  addPart(state, { type: "opaque", ...itemSidecar(state.author, item) });
}

/** What the vendor gave an item, without what was noted beside it. */
function bare({ id, summary, content, encrypted_content: sealed }: JsonObject): JsonObject {
  return known({ id, summary, content: content ?? undefined, encrypted_content: sealed }) as JsonObject;
}

function marks({ author }: State, { id }: JsonObject) {
  return id === undefined ? {} : itemSidecar(author, { id });
}

function callIdOf(item: JsonObject): string {
  return textIn(item["call_id"]) ?? textIn(item["id"]) ?? "call";
}

function texts(state: State, item: JsonObject): AssistantPart[] {
  const side = known({ id: item["id"], phase: item["phase"] ?? undefined });
  return objectsIn(item["content"]).flatMap((block): AssistantPart | [] => {
    const part = textPart(block["text"] ?? block["refusal"]);
    return part ? { ...part, ...itemSidecar(state.author, side) } : [];
  });
}

function addPart(state: State, ...parts: readonly AssistantPart[]): void {
  if (!state.open) {
    const { provider, model } = state.author;
    const { at, line } = state;
    state.open = { does: "reply", at, key: `line ${line}`, content: [], asked: { provider, model } };
    state.last = state.open;
    state.steps.push(state.open);
  }
  state.open.content.push(...parts);
  if (parts.some(({ type }) => type === "tool-call")) state.open.stop = "tool-calls";
  else state.open.stop ??= "answered";
}

function ask(state: State, item: JsonObject): void {
  const content = contentParts(item["content"]);
  if (content.length === 0 || isOfTheProgram(item, extractText(content))) return;
  state.open = undefined;
  const key = `line ${state.line}`;
  state.asks.push(key);
  state.steps.push({ does: "say", from: "user", at: state.at, key, content });
}

/** The program says what it added; older versions mark it by a tag or a heading around the whole message. */
function isOfTheProgram(item: JsonObject, text: string): boolean {
  const passed = objectIn(item["internal_chat_message_metadata_passthrough"]);
  const provenance = objectIn(objectsIn(passed["content_item_metadata"])[0]?.["provenance"]);
  if (provenance["type"] !== undefined) return provenance["type"] === "harness";
  return /^\s*<([a-z_]+)>[^]*<\/\1>\s*$/.test(text) || text.startsWith("# AGENTS.md instructions");
}

function contentParts(content: unknown): ToolContentPart[] {
  if (typeof content === "string") return [textPart(content) ?? []].flat();
  return objectsIn(content).flatMap((block): ToolContentPart | [] => {
    if (block["type"] !== "input_image") return textPart(block["text"]) ?? [];
    return dataUrlPart(block["image_url"]) ?? leftOut(`image ${textIn(block["image_url"]) ?? ""}`.trim());
  });
}

function answer(state: State, item: JsonObject): void {
  state.open = undefined;
  const { content, isFailed } = output(item["output"]);
  const failure = isFailed ? failed(extractText(content)) : undefined;
  const key = `line ${state.line}`;
  state.steps.push({ does: "result", callId: callIdOf(item), content, failure, at: state.at, key });
}

/** A text, a list of blocks, or (older) JSON with the text and what else is known of the command. */
function output(written: unknown): { readonly content: ToolContentPart[]; readonly isFailed: boolean } {
  if (typeof written !== "string") {
    const { content, success } = objectIn(written);
    return { content: contentParts(content ?? written), isFailed: success === false };
  }
  const told = written.startsWith('{"output":') ? objectIn(parsed(written)) : {};
  const exitCode = numberIn(objectIn(told["metadata"])["exit_code"]);
  if (typeof told["output"] !== "string") return { content: contentParts(written), isFailed: false };
  return { content: contentParts(told["output"]), isFailed: exitCode !== undefined && exitCode !== 0 };
}

const events: Readonly<Record<string, Take>> = {
  token_count(state, { info }) {
    const { total_token_usage: total, last_token_usage: last } = objectIn(info);
    const told = JSON.stringify(total);
    if (total !== undefined && told !== state.total) spend(state, objectIn(last));
    state.total = told;
  },
  turn_aborted(state) {
    state.open = undefined;
    state.steps.push({ does: "end", at: state.at, outcome: "cancelled" });
  },
  error(state, payload) {
    state.open = undefined;
    const error = { code: "imported", message: textIn(payload["message"]) ?? "" };
    state.steps.push({ does: "end", at: state.at, outcome: "provider", error });
  },
  thread_rolled_back(state, { num_turns: turns }) {
    const [before] = state.asks.splice(-Math.max(1, numberIn(turns) ?? 1));
    state.open = undefined;
    if (before !== undefined) state.steps.push({ does: "rewind", at: state.at, before });
  },
};

/** The first counters after a reply are its own. */
function spend(state: State, raw: JsonObject): void {
  const reply = state.last;
  state.open = undefined;
  if (!reply || reply.asked.usage) return;
  const cacheRead = countIn(raw["cached_input_tokens"]);
  const cacheWrite = countIn(raw["cache_write_input_tokens"]);
  const input = countIn(raw["input_tokens"]);
  const usage: Usage = known({
    input: input === undefined ? undefined : Math.max(0, input - (cacheRead ?? 0) - (cacheWrite ?? 0)),
    output: countIn(raw["output_tokens"]),
    cacheRead,
    cacheWrite,
    reasoning: countIn(raw["reasoning_output_tokens"]),
  });
  reply.asked = { ...reply.asked, usage, rawUsage: raw };
}

function compact(state: State, payload: JsonObject): void {
  state.open = undefined;
  const kept = objectsIn(payload["replacement_history"]).filter(({ role }) => role === "user");
  const summary =
    textIn(payload["message"]) ?? extractText(kept.flatMap((item) => contentParts(item["content"])));
  if (summary !== "") state.steps.push({ does: "compact", at: state.at, key: `line ${state.line}`, summary });
}
