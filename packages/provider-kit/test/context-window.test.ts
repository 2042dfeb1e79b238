import { describe, expect, it } from "vitest";
import { contextWindowInText } from "../src/context-window-in-text.ts";

describe("the window that a refusal names", () => {
  it.each([
    [
      "This model's maximum context length is 8192 tokens. However, your messages resulted in 10000 tokens. Please reduce the length of the messages.",
      8192,
    ],
    [
      "This model's maximum context length is 4097 tokens, however you requested 5360 tokens (1360 in your prompt; 4000 for the completion).",
      4097,
    ],
    [
      "This endpoint's maximum context length is 200000 tokens. However, you requested about 2500021",
      200_000,
    ],
    ["This model's maximum context length is 131,072 tokens.", 131_072],
    [
      "Prompt contains 40000 tokens and 0 draft tokens, too large for model with 32768 maximum context length",
      32_768,
    ],
    ["The prompt is too long: 153000, model maximum context length: 131072", 131_072],
    ["prompt is too long: 3333404 tokens > 200000 maximum", 200_000],
    ["input length and `max_tokens` exceed context limit: 188240 + 21333 > 200000, decrease", 200_000],
    ["The input token count (1196265) exceeds the maximum number of tokens allowed (1048575).", 1_048_575],
    ["The input token count exceeds the maximum number of tokens allowed 1048576.", 1_048_576],
    ["This model's maximum prompt length is 131072 but the request contains 537812 tokens.", 131_072],
    ["the request exceeds the available context size (4096 tokens), try increasing it", 4096],
    [
      '{"error":{"message":"the request exceeds the available context size","n_prompt_tokens":9000,"n_ctx":4096}}',
      4096,
    ],
    [
      "Trying to keep the first 5000 tokens when context overflows. However, the model is loaded with context length of only 4096 tokens, which is not enough.",
      4096,
    ],
    ["Invalid request: Your request exceeded model token limit: 131072 (requested: 150000)", 131_072],
    ["prompt token count of 150000 exceeds the limit of 128000", 128_000],
    [
      "Please reduce the length of the messages or completion. Current length is 33000 while limit is 32768",
      32_768,
    ],
    ["Input validation error: `inputs` tokens + `max_new_tokens` must be <= 8193. Given: 9000", 8193],
  ])("%s", (text, expected) => {
    expect(contextWindowInText(text)).toBe(expected);
  });

  it.each([
    [
      "without a number",
      "Your input exceeds the context window of this model. Please adjust your input and try again.",
    ],
    ["without a number", "Input is too long for requested model."],
    ["that is only exceeded by so much", "prompt too long; exceeded max context length by 4 tokens"],
    ["whose number is a code", "invalid params, context window exceeds limit (2013)"],
    ["of the output", "The maximum tokens you requested exceeds the model limit of 8192."],
    ["of a minute", "Rate limit reached: Limit 30000, Used 29000, Requested 2000."],
    ["that is no window", "This model's maximum context length is 0 tokens."],
  ])("is not guessed from one %s", (_, text) => {
    expect(contextWindowInText(text)).toBeUndefined();
  });
});
