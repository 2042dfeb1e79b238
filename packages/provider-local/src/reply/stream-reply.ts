import type { LlamaGrammar, SequenceEvaluateOptions } from "node-llama-cpp";
import type { ModelEvent, ModelOptions, ModelRequest, StopReason, Usage } from "@skein/protocol";
import type { Owner } from "@skein/provider-kit";
import { chatTemplate, type OpenModel } from "../engine/engine.ts";
import { overflowError } from "../errors.ts";
import { callGrammar, replyGrammar } from "../grammar/call-grammar.ts";
import { chatTexts } from "../request/chat-texts.ts";
import { promptTokens } from "../request/prompt-tokens.ts";
import { renderPrompt } from "../request/prompt.ts";
import { generate, type Generated } from "./generate.ts";
import { createReplyEvents, type ReplyEvents } from "./reply-events.ts";

/** A request whose calls and tools are text already. */
export interface WrittenRequest {
  readonly request: ModelRequest;
  /** The tools that the grammar lets the model call. */
  readonly tools: ModelRequest["tools"];
  readonly owner: Owner;
}

const stops: Readonly<Record<Generated["rawStop"], StopReason>> = {
  "end-of-generation": "answered",
  limit: "length",
};

/** Writes the prompt, and yields the reply as it is generated. Throws `ProviderError`. */
export async function* streamReply(
  open: OpenModel,
  written: WrittenRequest,
  signal: AbortSignal,
  alive: () => void,
): AsyncGenerator<ModelEvent> {
  const { request, tools, owner } = written;
  const { options } = request;
  const { bosString, eosString } = open.model.tokens;
  const pieces = await renderPrompt(chatTexts(request, owner), {
    owner,
    template: chatTemplate(open),
    bosToken: bosString ?? "",
    eosToken: eosString ?? "",
    thinks: options.effort === undefined ? undefined : options.effort !== "none",
  });
  const prompt = promptTokens(open.model, pieces);
  const space = open.context.contextSize - prompt.length;
  if (space < 1) throw overflowError(owner, prompt.length, open.context.contextSize);

  yield { type: "message-start", modelId: owner.model };
  const generation = {
    prompt,
    limit: Math.min(space, options.maxOutputTokens ?? Infinity, request.outputCap ?? Infinity),
    sampling: samplingOf(options),
    ...(await grammarsOf(open, tools, options)),
  };
  const events = createReplyEvents(/<think>\s*$/.test(pieces.at(-1)?.text ?? ""));
  const generated = yield* eventsOf(generate(open, generation, signal, alive), events);
  yield* events.end();
  const { rawStop } = generated;
  yield { type: "message-end", stop: stops[rawStop], rawStop, usage: usageOf(prompt.length, generated) };
}

/** Leaving it stops the generation. */
async function* eventsOf(
  texts: AsyncGenerator<string, Generated>,
  events: ReplyEvents,
): AsyncGenerator<ModelEvent, Generated> {
  await using generation = texts;
  for (;;) {
    const step = await generation.next();
    if (step.done) return step.value;
    yield* events.push(step.value);
  }
}

async function grammarsOf(open: OpenModel, tools: ModelRequest["tools"], options: ModelOptions) {
  const { responseSchema, toolChoice, parallelTools } = options;
  const make = (grammar: string): Promise<LlamaGrammar> => open.llama.createGrammar({ grammar });
  const canCall = tools.length > 0;
  return {
    callGrammar: canCall ? await make(callGrammar(tools)) : undefined,
    // With tools, a reply may also be a call: then the text is only checked afterwards.
    replyGrammar: responseSchema && !canCall ? await make(replyGrammar(responseSchema)) : undefined,
    mustCall: canCall && toolChoice === "required",
    callsOnce: parallelTools === false,
  };
}

/** The defaults of llama.cpp. */
const usualSampling = { topK: 40, topP: 0.95, minP: 0.05 } as const;

function samplingOf({ temperature = 0.8 }: ModelOptions): Pick<SequenceEvaluateOptions, "temperature"> {
  return { ...usualSampling, temperature };
}

function usageOf(length: number, { cachedTokens, outputTokens }: Generated): Usage {
  return {
    input: length - cachedTokens,
    cacheRead: cachedTokens,
    output: outputTokens,
    prompt: length,
  };
}
