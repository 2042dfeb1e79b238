import { extractText, type AssistantPart, type JsonObject, type UserPart } from "@skein/protocol";
import { objectIn, objectsIn, textIn, timeIn } from "../loose.ts";
import type { Author } from "../signatures.ts";
import type { ReplyStep, Step } from "../steps.ts";
import { replyPart, resultStep, userPart } from "./blocks.ts";
import type { BlockPlan, MessagePlan } from "./state.ts";

interface State {
  readonly author: Author;
  readonly steps: Step[];
  /** Replies are written block by block: those that follow each other are one. */
  reply: (ReplyStep & { readonly key: string; readonly content: AssistantPart[] }) | undefined;
  /** Keys of what the model saw since the last summary. */
  seen: string[];
  /** Whose tool a call is for. */
  readonly extensions: Map<string, string>;
}

interface Read {
  readonly message: JsonObject;
  readonly blocks: readonly JsonObject[];
  readonly key: string;
  readonly at: number | undefined;
}

/** What happened, and where each block of the file goes. */
export function stepsOf(messages: readonly JsonObject[], author: Author) {
  const state: State = { author, steps: [], reply: undefined, seen: [], extensions: new Map() };
  const summaries = summariesIn(messages);
  const lastSummary = Math.max(-1, ...summaries);
  const plans = messages.map((message, place): MessagePlan => {
    const at = timeIn(message["created"]);
    const read = { message, blocks: objectsIn(message["content"]), key: `message ${place}`, at };
    const isReply = message["role"] === "assistant" && !summaries.has(place);
    if (!isReply) state.reply = undefined;
    if (summaries.has(place)) return { message, blocks: summarize(state, read) };
    if (!forAgent(message) && place > lastSummary) return { message, blocks: remark(state, read) };
    return { message, blocks: isReply ? reply(state, read) : say(state, read) };
  });
  return { steps: state.steps, plans };
}

function forAgent(message: JsonObject): boolean {
  return objectIn(message["metadata"])["agentVisible"] !== false;
}

function forUser(message: JsonObject): boolean {
  return objectIn(message["metadata"])["userVisible"] !== false;
}

/** A compaction hides messages from the model and puts one behind them that only the model sees. */
function summariesIn(messages: readonly JsonObject[]): ReadonlySet<number> {
  const summaries = new Set<number>();
  let hasHidden = false;
  for (const [place, message] of messages.entries()) {
    if (!forAgent(message)) hasHidden = true;
    else if (hasHidden && !forUser(message)) {
      summaries.add(place);
      hasHidden = false;
    }
  }
  return summaries;
}

function summarize(state: State, { blocks, key, at }: Read): readonly BlockPlan[] {
  const summary = extractText(blocks.flatMap((block) => userPart(block) ?? []));
  state.steps.push({ does: "compact", summary, keeps: state.seen, key, at });
  state.seen = [];
  return blocks.map((block) => (blocks.length === 1 && summary !== "" ? { block, key } : { block }));
}

/** Said to the user alone. */
function remark(state: State, { blocks, at }: Read): readonly BlockPlan[] {
  const text = extractText(blocks.flatMap((block) => userPart(block) ?? []));
  if (text !== "") state.steps.push({ does: "note", audience: "user", level: "info", text, at });
  return blocks.map((block) => ({ block }));
}

function reply(state: State, { message, blocks, key, at }: Read): readonly BlockPlan[] {
  if (!state.reply) {
    const { provider, model } = state.author;
    state.reply = { does: "reply", content: [], asked: { provider, model }, key, at };
    state.steps.push(state.reply);
  }
  const open = state.reply;
  if (forAgent(message) && state.seen.at(-1) !== open.key) state.seen.push(open.key);
  return blocks.map((block) => {
    const part = replyPart(block, state.author);
    if (!part) return { block };
    if (part.type === "tool-call") state.extensions.set(part.id, extensionOf(block, part.name));
    return { block, key: open.key, part: open.content.push(part) - 1 };
  });
}

/** Goose says it beside the call, or (older) in front of the tool's name. */
function extensionOf(block: JsonObject, name: string): string {
  const [extension, tool] = name.split("__");
  const said = textIn(objectIn(block["_meta"])["goose_extension"]);
  return said ?? (tool === undefined ? "goose" : (extension ?? "goose"));
}

function say(state: State, { message, blocks, key, at }: Read): readonly BlockPlan[] {
  const said: UserPart[] = [];
  const plans = blocks.map((block, number): BlockPlan => {
    if (block["type"] === "toolResponse") {
      const own = `${key}, block ${number}`;
      const result = resultStep(block);
      const extension = state.extensions.get(result.callId);
      state.steps.push({ ...result, key: own, at, extension });
      return { block, key: own };
    }
    const part = userPart(block);
    return part ? { block, key, part: said.push(part) - 1 } : { block };
  });
  if (said.length > 0) {
    state.steps.push({ does: "say", from: forUser(message) ? "user" : "agent", content: said, key, at });
    if (forAgent(message)) state.seen.push(key);
  }
  return plans;
}
