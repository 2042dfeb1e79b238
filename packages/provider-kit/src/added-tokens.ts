/**
 * Input tokens that a wire's vendor adds to a request with tools, for
 * `addedTokens` of models: how far the estimates of `@skein/compaction` were
 * below what was counted, at the median of 127 recorded requests.
 */
export const addedTokens = { "anthropic-messages": 531, "bedrock-converse": 651, "openai-chat": 66 } as const;
