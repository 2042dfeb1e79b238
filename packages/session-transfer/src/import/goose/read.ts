import { isJsonObject, type JsonObject, type JsonValue } from "@skein/protocol";
import { jsonLines, parsed, type ImportWarning } from "../json-lines.ts";
import { countIn, known, objectIn, objectsIn, priceIn, textIn, timeIn } from "../loose.ts";
import { authorOf } from "../signatures.ts";
import type { Asked, FoundSession, ReplyStep, Step } from "../steps.ts";
import { createState } from "./state.ts";
import { stepsOf } from "./steps.ts";

interface Document {
  readonly session: JsonObject;
  readonly messages: readonly JsonObject[];
}

/**
 * Sessions of Goose: as `goose session export --format json` writes them, and the JSONL files of versions before 1.10,
 * whose first line tells about the session.
 */
export function readGoose(text: string, warnings: ImportWarning[]): FoundSession {
  const { session, messages } = documentOf(text, warnings);
  const config = objectIn(session["model_config"]);
  const provider = textIn(session["provider_name"]) ?? "unknown";
  const author = authorOf(provider, textIn(config["model_name"]) ?? "unknown");
  const { steps, plans } = stepsOf(messages, author);
  return {
    id: textIn(session["id"]),
    title: textIn(session["name"]) ?? textIn(session["description"]),
    cwd: textIn(session["working_dir"]),
    startedAt: timeIn(session["created_at"]) ?? timeIn(messages[0]?.["created"]),
    steps: withSums(steps, session),
    state: (placed) => createState(session, plans, placed),
  };
}

function documentOf(text: string, warnings: ImportWarning[]): Document {
  const whole = parsed(text);
  if (isJsonObject(whole) && whole["role"] === undefined && !("working_dir" in whole && !listOf(whole))) {
    const { conversation: _, messages: __, ...session } = whole;
    return { session: { ...objectIn(whole["metadata"]), ...session }, messages: objectsIn(listOf(whole)) };
  }
  const values = [...jsonLines(text, warnings)].map(({ value }) => value);
  const head = values[0]?.["role"] === undefined ? (values[0] ?? {}) : {};
  return { session: head, messages: values.filter(({ role }) => role !== undefined) };
}

function listOf({ conversation, messages }: JsonObject): JsonValue | undefined {
  return conversation ?? messages;
}

/**
 * Goose counts for the last request and for the whole session. So that sums come out right, all but the last request's
 * share stands with the first one; the price of the whole too, and the others count as paid with it.
 */
function withSums(steps: readonly Step[], session: JsonObject): readonly Step[] {
  const replies = steps.filter((step) => step.does === "reply");
  const [first, last] = [replies[0], replies.at(-1)];
  const all = usageOf(session, "accumulated_");
  const own = usageOf(session, "");
  const costUsd = priceIn(session["accumulated_cost"]);
  const asked = (step: ReplyStep): Asked => {
    const paid = costUsd === undefined ? {} : { costUsd: step === first ? costUsd : 0 };
    if (first === last) return { ...step.asked, ...paid, usage: { ...own, ...all } };
    if (step === last) return { ...step.asked, ...paid, usage: own };
    return { ...step.asked, ...paid, ...(step === first ? { usage: without(all, own) } : {}) };
  };
  return steps.map((step) => (step.does === "reply" ? { ...step, asked: asked(step) } : step));
}

function usageOf(session: JsonObject, prefix: string): { readonly input?: number; readonly output?: number } {
  const [input, output] = [session[`${prefix}input_tokens`], session[`${prefix}output_tokens`]];
  return known({ input: countIn(input), output: countIn(output) });
}

function without(
  all: { readonly input?: number; readonly output?: number },
  { input = 0, output = 0 }: { readonly input?: number; readonly output?: number },
) {
  return known({
    input: all.input === undefined ? undefined : Math.max(0, all.input - input),
    output: all.output === undefined ? undefined : Math.max(0, all.output - output),
  });
}
