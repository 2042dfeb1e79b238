import type { LlamaModel, Token } from "node-llama-cpp";
import type { PromptPiece } from "./prompt.ts";

/** The prompt as tokens, with the token that begins a text where the model wants one. */
export function promptTokens(model: LlamaModel, pieces: readonly PromptPiece[]): Token[] {
  const tokens = pieces.flatMap(({ text, isTemplate }) =>
    model.tokenize(text, isTemplate, "trimLeadingSpace"),
  );
  const { bos, shouldPrependBosToken } = model.tokens;
  return shouldPrependBosToken && bos !== null && tokens[0] !== bos ? [bos, ...tokens] : tokens;
}
