import { isBroken, ProviderError, systemClock, type DeltaType } from "@skein/protocol";
import type {
  AssistantPart,
  ChatModel,
  ModelEvent,
  ModelLimits,
  ModelPrice,
  ModelRequest,
  StopReason,
  Usage,
} from "@skein/protocol";
import { streamLawBreaks } from "@skein/provider-kit";

/** What the model says at one turn. */
export type ScriptedAnswer =
  | readonly AssistantPart[]
  | {
      readonly content: readonly AssistantPart[];
      /** Default: `tool-calls` when there is a call, else `answered`. */
      readonly stop?: StopReason;
      /** Default: the stop. */
      readonly rawStop?: string;
      /** Default: all counters 0. */
      readonly usage?: Usage;
    }
  | readonly ModelEvent[]
  /** The events, then the error, if there is one. */
  | { readonly events: readonly ModelEvent[]; readonly error?: Error }
  | Error;

/** An answer, or a function that finds one. `count` is the number of the request, from 0. */
export type ScriptedTurn =
  | ScriptedAnswer
  | ((request: ModelRequest, count: number) => ScriptedAnswer | Promise<ScriptedAnswer>);

export interface ScriptedOptions {
  /** Default `replay`. */
  readonly provider?: string;
  /** Default `scripted`. */
  readonly id?: string;
  readonly limits?: ModelLimits;
  /** Default: free. */
  readonly price?: ModelPrice;
  /** Characters a delta. Default 16. */
  readonly deltaSize?: number;
  /** Milliseconds before each event. Default 0. */
  readonly delayMs?: number;
}

export interface ScriptedModel extends ChatModel {
  /** What it was asked, as it was asked. */
  readonly requests: readonly ModelRequest[];
}

/**
 * A model that answers the nth request with the nth turn. It never tries again by itself; wrap it in `withRetries` for
 * that. When the script has run out it throws a `ProviderError` (`bad-request`) that says so. Events that break the
 * stream law throw a plain error that names the turn: the script is wrong, not the model.
 */
export function scriptedModel(turns: readonly ScriptedTurn[], options: ScriptedOptions = {}): ScriptedModel {
  const { provider = "replay", id = "scripted", limits = {}, price = free } = options;
  const requests: ModelRequest[] = [];
  return {
    provider,
    id,
    limits,
    price,
    // All that it thinks is in its script.
    thinking: () => ({ budgetTokens: 0, isHidden: false }),
    requests,
    async *stream(request, signal) {
      signal.throwIfAborted();
      const count = requests.push(request) - 1;
      const turn = turns[count];
      if (turn === undefined) throw ranOut(turns.length, provider);
      const answer = typeof turn === "function" ? await turn(request, count) : turn;
      const { events, error } = performed(answer, {
        id,
        turn: count + 1,
        deltaSize: options.deltaSize ?? 16,
      });
      for (const event of events) {
        if (options.delayMs) await systemClock.sleep(options.delayMs, signal);
        signal.throwIfAborted();
        yield event;
      }
      if (error) throw error;
    },
  };
}

export const free: ModelPrice = { input: 0, output: 0, cacheRead: 0, cacheWrite: 0 };
const nothing: Usage = { input: 0, output: 0, cacheRead: 0, cacheWrite: 0 };

interface Recital {
  readonly events: readonly ModelEvent[];
  readonly error?: Error | undefined;
}

interface Stage {
  readonly id: string;
  /** From 1, for messages. */
  readonly turn: number;
  readonly deltaSize: number;
}

function performed(answer: ScriptedAnswer, stage: Stage): Recital {
  if (answer instanceof Error) return { events: [], error: answer };
  if ("content" in answer) return { events: eventsOf(answer, stage) };
  if ("events" in answer) return lawful(answer, stage);
  return isEvents(answer)
    ? lawful({ events: answer }, stage)
    : { events: eventsOf({ content: answer }, stage) };
}

function isEvents(list: readonly (AssistantPart | ModelEvent)[]): list is readonly ModelEvent[] {
  return list[0]?.type === "message-start";
}

function lawful(recital: Recital, { turn }: Stage): Recital {
  const breaks = streamLawBreaks(recital.events, { cut: recital.error !== undefined });
  if (breaks.length > 0)
    throw new Error(`Turn ${turn} of the script breaks the stream law: ${breaks.join(" ")}`);
  return recital;
}

function eventsOf(
  answer: Extract<ScriptedAnswer, { readonly content: unknown }>,
  { id, deltaSize }: Stage,
): ModelEvent[] {
  const { content, usage = nothing } = answer;
  const stop = answer.stop ?? (content.some(({ type }) => type === "tool-call") ? "tool-calls" : "answered");
  return [
    { type: "message-start", modelId: id },
    ...content.flatMap((part, at) => partEvents(part, at, deltaSize)),
    { type: "message-end", stop, rawStop: answer.rawStop ?? stop, usage },
  ];
}

function partEvents(content: AssistantPart, part: number, deltaSize: number): ModelEvent[] {
  const name = content.type === "tool-call" ? { name: content.name } : {};
  return [
    { type: "part-start", part, kind: content.type, ...name },
    ...deltasOf(content, deltaSize).map((delta) => ({ ...delta, part })),
    { type: "part-end", part, content },
  ];
}

type Delta = { readonly type: DeltaType; readonly delta: string };

function deltasOf(content: AssistantPart, size: number): Delta[] {
  switch (content.type) {
    case "text":
      return pieces(content.text, size).map((delta) => ({ type: "text-delta", delta }));
    case "thinking":
      return pieces(content.text, size).map((delta) => ({ type: "thinking-delta", delta }));
    case "tool-call": {
      const raw = isBroken(content) ? content.raw : JSON.stringify(content.input);
      return pieces(raw, size).map((delta) => ({ type: "input-delta", delta }));
    }
    case "opaque":
      return [];
  }
}

/** Never cuts a character in two. */
function pieces(text: string, size: number): string[] {
  const characters = Array.from(text);
  const step = Math.max(1, Math.floor(size));
  const count = Math.ceil(characters.length / step);
  return Array.from({ length: count }, (_, at) => characters.slice(at * step, (at + 1) * step).join(""));
}

function ranOut(length: number, provider: string): ProviderError {
  const message = `The script has only ${length} ${length === 1 ? "turn" : "turns"}, and the model was asked once more.`;
  return new ProviderError("bad-request", message, {
    provider,
    retryable: false,
    hint: "Add a turn to the script, or find out why the model is asked more often than expected.",
  });
}
