/**
 * Finds the context window of a model in the text of an error.
 *
 * Matches only sentences about the window itself, since errors also state the
 * request's size, the excess and output limits in tokens.
 *
 * @returns tokens, or undefined if the text does not state the window.
 */
export function contextWindowInText(text: string): number | undefined {
  for (const pattern of patterns) {
    const said = pattern.exec(text)?.[1];
    const tokens = said === undefined ? 0 : Number(said.replace(/[,_](?=\d{3})/g, ""));
    if (tokens >= leastWindow) return tokens;
  }
  return undefined;
}

/**
 * Smallest window that is believed. Smaller numbers are error codes or counted
 * in other units.
 */
const leastWindow = 256;

/** Matches a number, with or without separators between its thousands. */
const count = String.raw`(\d+(?:[,_]\d{3})*)`;

/** Sentences of error texts, each with the servers that use it. */
const patterns: readonly RegExp[] = [
  // "This model's maximum context length is 8192 tokens.": OpenAI, DeepSeek, vLLM, OpenRouter, Together
  `maximum context length (?:is|of) ${count}`,
  // "… too large for model with 32768 maximum context length": Mistral
  `model with ${count} maximum context length`,
  // "… model maximum context length: 131072": Fireworks
  `maximum context length: ${count}`,
  // "prompt is too long: 208310 tokens > 200000 maximum": Anthropic
  String.raw`prompt is too long: \d+ tokens > ${count}`,
  // "input length and `max_tokens` exceed context limit: 188240 + 21333 > 200000": Anthropic
  String.raw`exceed context limit: \d+ \+ \d+ > ${count}`,
  // "The input token count (1196265) exceeds the maximum number of tokens allowed (1048575).": Gemini
  String.raw`input token count(?: \(\d+\))? exceeds the maximum number of tokens allowed \(?${count}`,
  // "This model's maximum prompt length is 131072 but the request contains 537812 tokens.": xAI
  `maximum prompt length is ${count}`,
  // "the request exceeds the available context size (4096 tokens)", with `"n_ctx":4096` beside it: llama.cpp
  String.raw`available context size \(${count} tokens`,
  String.raw`"n_ctx":\s*${count}`,
  // "… the model is loaded with context length of only 4096 tokens": LM Studio
  `context length of only ${count}`,
  // "Your request exceeded model token limit: 131072": Moonshot
  `exceeded model token limit: ${count}`,
  // "prompt token count of 150000 exceeds the limit of 128000": GitHub Copilot
  String.raw`prompt token count of \d+ exceeds the limit of ${count}`,
  // "Current length is 33000 while limit is 32768": Cerebras
  String.raw`current length is \d+ while limit is ${count}`,
  // "`inputs` tokens + `max_new_tokens` must be <= 8193": Together, text-generation-inference
  `max_new_tokens\`? must be <= ${count}`,
  // "Range of input length should be [1, 129024]": DashScope
  String.raw`range of input length should be \[\d+, ?${count}`,
  // "Request body too large for gpt-4o model. Max size: 8000 tokens.": GitHub Models
  `max size: ${count} tokens`,
  // "Request too large for … on tokens per minute (TPM): Limit 6000, Requested 9000": OpenAI, Groq. A limit of the
  // account, which no request can exceed, and so the window for this account.
  String.raw`request too large .{0,200}\(TPM\): limit ${count}`,
  // "Prompt tokens limit exceeded: 69120 > 36608": OpenRouter
  String.raw`prompt tokens limit exceeded: \d+ > ${count}`,
].map((pattern) => new RegExp(pattern, "i"));
