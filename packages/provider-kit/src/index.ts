// Exports of the kit, by subject. A provider needs `createProvider`, a
// `Transport`, `sendRequest` or `sendThrough`, and `streamResponse` with its
// own `ReplyDecoder`; everything else helps to write the request and to read
// the reply.
export { changedRequest } from "./changed-request.ts";
export { withoutMedia } from "./request/without-media.ts";
export { apiKey, type KeyRequest, type SecretSource } from "./api-key.ts";
export { type AddressRequest, baseUrl } from "./base-url.ts";
export { complete, type Reply } from "./complete.ts";
export { createProvider, type ProviderParts, type ProviderSettings } from "./create-provider.ts";
// Errors: responses and broken connections become `ProviderError`.
export { type VendorErrorBody, errorIn, failedBase } from "./error-in.ts";
export {
  badStream,
  type ErrorContext,
  type Refusal,
  type SeenInstead,
  thrownError,
} from "./error-context.ts";
export { excerpt, withoutSecrets } from "./excerpt.ts";
export { codeOfStatus, type HttpFailure, providerErrorOf } from "./http-error.ts";
// Untrusted JSON, read without throwing.
export { jsonIn, objectIn, stringIn } from "./json-fields.ts";
export { limitsIn, listModels, mediaIn, type ModelList } from "./list-models.ts";
export { networkErrorOf, type NetworkFailure } from "./network-error.ts";
// Sidecars go back only to their owner.
export { ownData, type Owner } from "./own-data.ts";
export { type FallbackPolicy, type FallbackLoader, withFallback } from "./with-fallback.ts";
export { addedTokens } from "./added-tokens.ts";
export { isOnThisMachine, localPrice } from "./prices/local-price.ts";
export { scaledPrice } from "./prices/scaled-price.ts";
export { type ModelPreparation, prepareModel } from "./prepare-model.ts";
// Replies: from bytes to model events.
export { isCount, knownCounters } from "./reply/counters.ts";
export { streamResponse, type StreamResponseOptions, type OpenResponse } from "./reply/stream-response.ts";
export { finishCall, type ReceivedCall } from "./reply/finish-call.ts";
export {
  type BlockDelta,
  closeBlock,
  closeBlocks,
  closeProvedBlocks,
  collectText,
  type OpenBlockPart,
} from "./reply/block-parts.ts";
export { provedCall } from "./reply/proved-call.ts";
export { mapStopReasons } from "./reply/map-stop-reasons.ts";
export { eventJson, type ReplyContext, type ReplyDecoder } from "./reply/reply-decoder.ts";
export {
  type EventSource,
  type Framing,
  serverSentEvents,
  type ServerSentEvent,
} from "./reply/server-sent-events.ts";
// Requests: from Skein's messages to a vendor's body.
export { type AlternatingMessage, alternatingMessages } from "./request/alternating-messages.ts";
export { base64Size } from "./request/base64-size.ts";
export { isTextType, plainMediaType } from "./request/media-types.ts";
export { rootObject } from "./request/root-object.ts";
export {
  supportedEfforts,
  effortWords,
  effortNotice,
  type EffortWord,
  nearestEffort,
  noRoomToThink,
  type SentEffort,
  thinkingBudget,
} from "./request/efforts.ts";
export { type OptionalTuning, tuningNotices, withOwnFields } from "./request/tuning.ts";
export { isStrict } from "./request/strict-schema.ts";
export {
  conversationContinues,
  continueText,
  omittedFile,
  lostResult,
  noOutput,
} from "./request/placeholders.ts";
export { callableTools, searchedTools, type SearchedTools } from "./request/vendor-search.ts";
export { optionalInput } from "./request/optional-input.ts";
export { legalName, legalNames, ownNames } from "./request/tool-names.ts";
export { type SentTool, withRefusedTools } from "./request/refused-tools.ts";
export { type Downgrade, downgrades } from "./request/downgrades.ts";
export { transcriptFor } from "./request/transcript-for.ts";
export { contextParts } from "./request/context-parts.ts";
export { type Turn, turnsOf } from "./request/turns.ts";
export { bodyBytes, bodyJson } from "./request/body-bytes.ts";
export { systemMessages } from "./request/system-message.ts";
export { changedCopy } from "./request/changed-copy.ts";
export { type ConversationEncoder, encodeConversation } from "./request/encode-conversation.ts";
export { callInput, wellFormed } from "./request/well-formed.ts";
// Layers around a model, in the order in which they wrap: idle timeout,
// retries, tool shim, fallback.
export { readStart } from "./read-start.ts";
export { type RetryPolicy, withRetries } from "./with-retries.ts";
export { retryAfterMs } from "./waits/retry-after.ts";
export { type OutgoingRequest, type Sending, sendRequest } from "./send-request.ts";
export { type LibrarySending, sendThrough } from "./send-through.ts";
export { shortHash } from "./short-hash.ts";
// For tests.
export { attemptLawBreaks, streamLawBreaks, type LawOptions } from "./stream-laws.ts";
export { type CharacterRule, createUniqueIds, type IdForm, legalIds } from "./unique-ids.ts";
export { closeTag as toolCallEnd, openTag as toolCallStart } from "./tool-shim/call-reader.ts";
export { withToolShim } from "./tool-shim/with-tool-shim.ts";
export { type LiveModel, type WatchdogLimits, withWatchdog } from "./with-watchdog.ts";
// Transport: connections, proxies, certificates, the HTTP log.
export { drainMs, readToEnd } from "./reply/read-to-end.ts";
export { joinDeltas } from "./reply/join-deltas.ts";
export {
  openTransport,
  type Transport,
  type TransportRequest,
  type TransportSettings,
} from "./transport/transport.ts";
export {
  bodyText,
  wholeBody,
  type HttpHeaders,
  httpHeaders,
  type HttpResponse,
  joinedHeaders,
  type PiecedBody,
  type RequestBody,
  type Send,
  type SendOptions,
} from "./transport/send.ts";
export { fetchThrough } from "./transport/fetch-through.ts";
export { createNotices, maybeThinks, thinksAnyway } from "./notices.ts";
