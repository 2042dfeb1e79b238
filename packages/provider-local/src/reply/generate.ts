import type { LlamaGrammar, SequenceEvaluateOptions, Token } from "node-llama-cpp";
import { toolCallStart } from "@skein/provider-kit";
import type { OpenModel } from "../engine/engine.ts";
import { loadNodeLlamaCpp } from "../later.ts";
import { createCallStart } from "./call-start.ts";
import { createTokenText } from "./token-text.ts";

/** What is to be generated. */
export interface Generation {
  readonly prompt: readonly Token[];
  /** Most tokens of the reply. */
  readonly limit: number;
  readonly sampling: Pick<SequenceEvaluateOptions, "temperature" | "topK" | "topP" | "minP">;
  /** Of the whole reply. */
  readonly replyGrammar: LlamaGrammar | undefined;
  /** Of what follows the start of a call. */
  readonly callGrammar: LlamaGrammar | undefined;
  /** The reply begins with a call. */
  readonly mustCall: boolean;
  /** The reply ends behind its first call. */
  readonly callsOnce: boolean;
}

/** How a reply ended, and what it took. */
export interface Generated {
  readonly rawStop: "end-of-generation" | "limit";
  /** Tokens of the prompt that were read before. */
  readonly cachedTokens: number;
  /** Tokens of the reply. */
  readonly outputTokens: number;
}

/**
 * Writes a reply token by token. Outside of calls the model is free; as soon as it starts one, the grammar decides which
 * tokens may follow, until the end of the call.
 *
 * @param alive - called for each token, and while the prompt is read.
 * @returns how the reply ended, by the `return` of the generator. Throws the signal's reason.
 */
export async function* generate(
  open: OpenModel,
  generation: Generation,
  signal: AbortSignal,
  alive: () => void,
): AsyncGenerator<string, Generated> {
  const { model, sequence } = open;
  const { prompt, limit, sampling, callGrammar, replyGrammar, mustCall, callsOnce } = generation;
  const { LlamaGrammarEvaluationState } = await loadNodeLlamaCpp();
  const cachedTokens = await readPrompt(open, prompt, signal, alive);
  const text = createTokenText(model, prompt);
  const callStart = createCallStart();
  let outputTokens = 0;
  const end = (rawStop: Generated["rawStop"]): Generated => ({ rawStop, cachedTokens, outputTokens });

  let next: Token[] = [prompt.at(-1)!];
  let grammar = mustCall ? callGrammar : replyGrammar;
  if (mustCall) {
    const forced = model.tokenize(`${toolCallStart}\n`, true, "trimLeadingSpace");
    next.push(...forced);
    outputTokens += forced.length;
    yield `${toolCallStart}\n`;
  }
  for (;;) {
    const state = grammar && new LlamaGrammarEvaluationState({ model, grammar });
    const options = { ...sampling, yieldEogToken: true, ...(state ? { grammarEvaluationState: state } : {}) };
    let startsCall = false;
    for await (const token of sequence.evaluate(next, options)) {
      signal.throwIfAborted();
      alive();
      if (model.isEogToken(token)) break;
      outputTokens++;
      const piece = text.push(token);
      if (piece !== "") yield piece;
      if (outputTokens >= limit) {
        yield text.end();
        return end("limit");
      }
      startsCall = grammar === undefined && callGrammar !== undefined && callStart.push(piece);
      next = [token];
      if (startsCall) break;
    }
    const wasCall = grammar !== undefined && grammar === callGrammar;
    if (!startsCall && (!wasCall || callsOnce)) {
      yield text.end();
      return end("end-of-generation");
    }
    grammar = startsCall ? callGrammar : undefined;
    if (startsCall) continue;
    // Behind a call, on a line of its own, there may be another.
    next = model.tokenize("\n", false, "trimLeadingSpace");
    yield "\n";
  }
}

/** Tokens that are read at once: between them a reply can be stopped. */
const chunkTokens = 512;

/** Reads the prompt but its last token. Returns how many tokens had been read before. */
async function readPrompt(
  { sequence }: OpenModel,
  prompt: readonly Token[],
  signal: AbortSignal,
  alive: () => void,
): Promise<number> {
  const body = prompt.slice(0, -1);
  await sequence.adaptStateToTokens(body, false);
  const cached = sequence.nextTokenIndex;
  for (let at = cached; at < body.length; at += chunkTokens) {
    signal.throwIfAborted();
    alive();
    await sequence.evaluateWithoutGeneratingNewTokens(body.slice(at, at + chunkTokens));
  }
  return cached;
}
