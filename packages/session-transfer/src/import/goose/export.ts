import {
  effectiveEntries,
  type AssistantPart,
  type Entry,
  type EntryKind,
  type EntryOf,
  type JsonObject,
  type JsonValue,
  type UserPart,
} from "@skein/protocol";
import { costs, summary } from "@skein/sessions";
import { objectIn, objectsIn, numberIn } from "../loose.ts";
import { blockOf, responseOf } from "./blocks.ts";
import { withDifference } from "./difference.ts";
import { writtenBlock } from "./state.ts";

/**
 * The session as `goose session export --format json` would write it. One that came from Goose comes back as it was,
 * with what was said since behind it. What was rewound is not in it; what a compaction hides is marked as hidden from
 * the model.
 */
export function toGooseExport(entries: readonly Entry[]): JsonObject {
  const live = effectiveEntries(entries);
  const kept = entries.findLast(isGooseState);
  const { session, messages: keptMessages } = objectIn(kept?.state);
  const bySeq = new Map(live.map((entry) => [entry.seq, entry]));
  const messages = objectsIn(keptMessages)
    .map((message) => keptMessage(message, bySeq))
    .filter((message) => message !== undefined);
  const imported = messages.length;
  const since = live.filter(({ seq }) => seq > (kept?.seq ?? 0));
  for (const entry of withDrafts(since)) addMessage(messages, entry);

  const own = objectIn(session);
  const isChanged = messages.length !== imported;
  const fields = kept && !isChanged ? own : { ...sessionFields(entries), ...settled(own, entries) };
  return { ...fields, conversation: messages, message_count: messages.length };
}

function isGooseState(entry: Entry): entry is EntryOf<"extension-state"> & Entry {
  return entry.kind === "extension-state" && entry.extension === "goose";
}

/** `undefined` when all of it was rewound. */
function keptMessage(message: JsonObject, bySeq: ReadonlyMap<number, Entry>): JsonObject | undefined {
  const kept = objectsIn(message["content"]);
  const content = kept.flatMap(({ block, seq, part, change }): JsonValue | [] => {
    if (block !== undefined) return block;
    const ours = writtenBlock(bySeq.get(numberIn(seq) ?? 0), numberIn(part));
    return ours ? withDifference(ours, change) : [];
  });
  return content.length === 0 && kept.length > 0 ? undefined : { ...message, content };
}

/** A draft that nothing followed is all there is of its reply. */
function* withDrafts(entries: readonly Entry[]): Generator<Entry> {
  let draft: EntryOf<"reply-draft"> | undefined;
  const left = (): readonly Entry[] =>
    draft ? [{ ...draft, kind: "assistant-message", partial: "cut-off" }] : [];
  for (const entry of entries) {
    if (endsReply.has(entry.kind)) {
      yield* left();
      draft = undefined;
    }
    if (entry.kind === "reply-draft") draft = entry;
    else if (entry.kind === "assistant-message") draft = undefined;
    yield entry;
  }
  yield* left();
}

const endsReply: ReadonlySet<EntryKind> = new Set(["user-message", "model-request", "compaction", "outcome"]);

const visible = { userVisible: true, agentVisible: true };

function addMessage(messages: JsonObject[], entry: Entry): void {
  switch (entry.kind) {
    case "user-message":
      push(messages, entry, "user", blocksOf(entry.content));
      break;
    case "assistant-message":
      if (entry.partial === "restarted") break;
      push(messages, entry, "assistant", blocksOf(sayable(entry)));
      break;
    case "tool-result":
      push(messages, entry, "user", [responseOf(entry)]);
      break;
    case "compaction":
      for (const [place, message] of messages.entries()) {
        const metadata = { ...visible, ...objectIn(message["metadata"]), agentVisible: false };
        messages[place] = { ...message, metadata };
      }
      push(messages, entry, "user", [{ type: "text", text: entry.summary }]);
      messages.push({ ...messages.pop(), metadata: { userVisible: false, agentVisible: true } });
      break;
    default:
  }
}

function blocksOf(parts: readonly (UserPart | AssistantPart)[]): readonly JsonObject[] {
  return parts.map(blockOf).filter((block) => block !== undefined);
}

/** Calls of a reply that never ended did not run, and have no results. */
function sayable({ content, partial }: EntryOf<"assistant-message">) {
  return partial ? content.filter(({ type }) => type === "text") : content;
}

function push(
  messages: JsonObject[],
  { seq, at }: Entry,
  role: string,
  content: readonly JsonObject[],
): void {
  if (content.length === 0) return;
  const id = `msg_${seq}`;
  messages.push({ id, role, created: Math.floor(at / 1000), content, metadata: visible });
}

/** Goose's own values; it accepts no others. */
const modes: ReadonlySet<string> = new Set(["auto", "approve", "smart_approve", "chat"]);

function sessionFields(entries: readonly Entry[]): JsonObject {
  const { id, name, cwd, startedAt, lastAt, provider, model } = summary(entries);
  const { usage, costUsd, hasUnknownCost } = costs(entries);
  const last = entries.findLast((entry) => entry.kind === "model-result")?.usage ?? {};
  const mode = entries.findLast((entry) => entry.kind === "settings")?.mode ?? "";
  return {
    id: id ?? "imported",
    working_dir: cwd ?? "/",
    name: name ?? "",
    user_set_name: name !== undefined,
    session_type: "user",
    created_at: dateOf(startedAt ?? 0),
    updated_at: dateOf(lastAt ?? 0),
    extension_data: {},
    ...counters("", last),
    ...counters("accumulated_", usage),
    accumulated_cost: hasUnknownCost ? null : costUsd,
    schedule_id: null,
    recipe: null,
    user_recipe_values: null,
    provider_name: provider ?? null,
    model_config: model === undefined ? null : modelConfig(model),
    goose_mode: modes.has(mode) ? mode : "smart_approve",
    archived_at: null,
    project_id: null,
  };
}

function modelConfig(model: string): JsonObject {
  const unset = { context_limit: null, temperature: null, max_tokens: null, toolshim_model: null };
  return { model_name: model, toolshim: false, ...unset };
}

function counters(prefix: string, { input, output }: { readonly input?: number; readonly output?: number }) {
  const total = input === undefined || output === undefined ? null : input + output;
  return {
    [`${prefix}total_tokens`]: total,
    [`${prefix}input_tokens`]: input ?? null,
    [`${prefix}output_tokens`]: output ?? null,
  };
}

function dateOf(at: number): string {
  return new Date(at).toISOString().replace(/\.\d+Z$/, "Z");
}

/** The fields of a session that came from Goose, but for those that have changed since. */
function settled(session: JsonObject, entries: readonly Entry[]): JsonObject {
  if (Object.keys(session).length === 0) return {};
  const own = Object.entries(session).filter(([field]) => !/tokens$|_cost$/.test(field));
  return { ...Object.fromEntries(own), updated_at: dateOf(entries.at(-1)?.at ?? 0) };
}
