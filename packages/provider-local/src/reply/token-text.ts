import type { LlamaModel, Token } from "node-llama-cpp";

/** Reader of the text of tokens. */
export interface TokenText {
  /** Returns the text that this token completes. */
  push(token: Token): string;
  /** Returns the text of tokens that were waiting for more. */
  end(): string;
}

/** Tokens that may stand in front of the end of a character: it has at most 4 bytes. */
const mostWaiting = 3;

/** Creates a reader. Tokens can be parts of a character: they wait until it is whole. */
export function createTokenText(model: Pick<LlamaModel, "detokenize">, before: readonly Token[]): TokenText {
  let known = before.slice(-8);
  let waiting: Token[] = [];
  const take = (): string => {
    const text = model.detokenize(waiting, true, known);
    known = [...known, ...waiting].slice(-8);
    waiting = [];
    return text;
  };
  return {
    push(token) {
      waiting.push(token);
      const isPartial = model.detokenize(waiting, true, known).endsWith("\uFFFD");
      return isPartial && waiting.length <= mostWaiting ? "" : take();
    },
    end: () => (waiting.length === 0 ? "" : take()),
  };
}
