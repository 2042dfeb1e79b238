export { cableTo, type Cable, type CableOptions } from "./cable.ts";
export {
  assigned,
  commentBy,
  issueComment,
  labeled,
  ofPullRequest,
  person,
  pullRequest,
  reviewOf,
  sha,
} from "./github-payloads.ts";
export { compileCache } from "./compile-cache.ts";
export { collect } from "./collect.ts";
export { copyWritable } from "./copy-writable.ts";
export { assistant, call, never, requestOf, result, results, user } from "./conversations.ts";
export { deviations, unspoken } from "./deviations.ts";
export { folderOutsideTmp } from "./folder-outside-tmp.ts";
export { outsideCases, outsidePath } from "./outside-fixtures.ts";
export { outsideMaterial } from "./outside-material.ts";
export { pdfOf } from "./pdf-of.ts";
export { type PostgresServer, postgresPrograms, startPostgres } from "./postgres.ts";
export { processesWith, waitForProcesses } from "./processes-with.ts";
export { recordedExchanges } from "./recorded-traffic.ts";
export { type SentBySdk, sentBySdk, withoutSdk } from "./sent-by-sdk.ts";
export { temporaryFolder, type TemporaryFolder } from "./temporary-folder.ts";
export { uniqueSeconds } from "./unique-seconds.ts";
export { anthropicRules } from "./rules/anthropic-rules.ts";
export { bedrockRules } from "./rules/bedrock-rules.ts";
export { googleRules } from "./rules/google-rules.ts";
export { judged, type Verdicts } from "./rules/judged.ts";
export { refusingProxy, type RefusingProxy } from "./refusing-proxy.ts";
export { ollamaRules } from "./rules/ollama-rules.ts";
export { openaiChatRules } from "./rules/openai-chat-rules.ts";
export { openaiResponsesRules } from "./rules/openai-responses-rules.ts";
export { type Rules } from "./rules/rule.ts";
export {
  anthropicSealed,
  bedrockSealed,
  googleSealed,
  ollamaSealed,
  responsesSealed,
  sealOf,
} from "./rules/seals.ts";
