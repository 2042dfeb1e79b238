// Refusals by vendor. Gateways pass on the errors of the vendors behind them, so
// every pattern is tried on every body, whatever the provider is called. A
// pattern must therefore be specific: it takes precedence over the status and
// the vendor's error code. General phrases are in `general-phrases.ts`.
import type { RefusalKind } from "./kinds.ts";

/** What a vendor's bodies mean. */
export interface VendorRefusals {
  /** Name of the vendor, for docs. */
  readonly vendor: string;
  /**
   * URL of the page or thread that was read. It need not have every form: some
   * are the forms that other clients and users report.
   */
  readonly source: string;
  /** Date on which the source was read. */
  readonly read: string;
  /**
   * Patterns by kind, tried in this order. The text has one line per nested
   * error: its codes in angle brackets, then its message.
   */
  readonly kinds: { readonly [Kind in RefusalKind]?: RegExp };
}

/** Vendors in the order in which they are tried. Numeric codes come last. */
export const vendorRefusals: readonly VendorRefusals[] = [
  {
    vendor: "Anthropic",
    source: "https://github.com/anthropics/claude-code/issues/53607",
    read: "2026-11-30",
    kinds: {
      account: /organization has been disabled/i,
      credit: /credit balance is too low/i,
      quota: /reached your specified (api|workspace api) usage limits|out of extra usage/i,
      "allowed-size": /extra usage is required for long context/i,
    },
  },
  {
    vendor: "Gemini",
    source: "https://ai.google.dev/gemini-api/docs/troubleshooting",
    read: "2026-11-30",
    kinds: {
      access: /<SERVICE_DISABLED>/,
      region: /user location is not supported|free tier is not available in your country/i,
      moderation: /<PROHIBITED_CONTENT>/,
      model: /is not found for API version/i,
    },
  },
  {
    vendor: "Amazon Bedrock",
    source: "https://github.com/anthropics/claude-code/issues/2656",
    read: "2026-11-30",
    kinds: { region: /not allowed from unsupported countries, regions/i },
  },
  {
    vendor: "OpenRouter",
    source: "https://openrouter.ai/docs/api/reference/errors-and-debugging",
    read: "2026-11-30",
    kinds: {
      quota: /free-models-per-day/i,
      credit: /key limit exceeded|requires more credits/i,
      "allowed-size": /prompt tokens limit exceeded/i,
      tools: /no endpoints found that support tool use/i,
      access: /no (allowed providers are available|endpoints (found|available) matching your)/i,
      model: /no endpoints found for|is not a valid model id/i,
      moderation: /requires moderation on|input was flagged/i,
    },
  },
  {
    vendor: "xAI",
    source: "https://github.com/continuedev/continue/issues/12670",
    read: "2026-11-30",
    kinds: {
      key: /incorrect api key provided/i,
      credit:
        /doesn't have any credits|used all available credits|run out of credits|<personal-team-blocked:spending-limit>/i,
      moderation: /violates usage guidelines/i,
    },
  },
  {
    vendor: "DashScope",
    source: "https://help.aliyun.com/en/model-studio/error-code",
    read: "2026-11-30",
    kinds: {
      credit: /<Arrearage>/,
      quota: /<AllocationQuota\.FreeTierOnly>|free tier of the model has been exhausted/i,
      rate: /<(Throttling(\.\w+)?|LimitRequests)>/,
      overflow: /range of input length should be/i,
      access: /<(Model\.AccessDenied|AccessDenied\.Unpurchased)>/,
      model: /<ModelNotFound>/,
      moderation: /<data_?inspection_?failed>/i,
    },
  },
  {
    vendor: "DeepSeek",
    source: "https://github.com/deepwn/addi/issues/13",
    read: "2026-11-30",
    kinds: { model: /model not exist/i, moderation: /content exists risk/i },
  },
  {
    vendor: "Moonshot",
    source: "https://platform.kimi.com/docs/api/errors",
    read: "2026-11-30",
    kinds: {
      credit: /<exceeded_current_quota_error>/,
      quota: /reached your usage limit for this/i,
      capacity: /<engine_overloaded_error>/,
      rate: /<rate_limit_reached_error>/,
      model: /<resource_not_found_error>/,
      moderation: /considered high risk/i,
    },
  },
  {
    vendor: "Groq",
    source: "https://console.groq.com/docs/errors",
    read: "2026-11-30",
    kinds: {
      account: /<organization_restricted>/,
      capacity: /<capacity_exceeded>|flex tier capacity/i,
      access: /<(model_terms_required|model_permission_blocked_(org|project))>/,
      model: /<model_decommissioned>/,
      tools: /tool calling.{0,20}is not supported with this model/i,
    },
  },
  {
    vendor: "Mistral",
    source: "https://github.com/continuedev/continue/issues/6185",
    read: "2026-11-30",
    kinds: {
      rate: /<service_tier_capacity_exceeded>/,
      model: /<invalid_model>|invalid model: /i,
      parameter: /extra_forbidden|extra inputs are not permitted/i,
    },
  },
  {
    vendor: "Cerebras",
    source: "https://github.com/continuedev/continue/issues/9800",
    read: "2026-11-30",
    kinds: {
      quota: /(tokens|requests) per (day|hour) limit exceeded/i,
      capacity: /<queue_exceeded>/,
    },
  },
  {
    vendor: "Fireworks",
    source: "https://docs.fireworks.ai/guides/inference-error-codes",
    read: "2026-11-30",
    kinds: { credit: /is suspended, possibly due to reaching the monthly spending limit/i },
  },
  {
    vendor: "NVIDIA",
    source: "https://github.com/tashfeenahmed/freellmapi/issues/634",
    read: "2026-11-30",
    kinds: { model: /has reached its end of life/i, access: /function .*not found for account/i },
  },
  {
    vendor: "GitHub Copilot",
    source: "https://github.com/earendil-works/pi/issues/3643",
    read: "2026-11-30",
    kinds: {
      quota: /<quota_exceeded>|premium request allowance|you have no quota/i,
      overflow: /<model_max_prompt_tokens_exceeded>/,
      model: /<model_not_supported>/,
    },
  },
  {
    vendor: "GitHub Models",
    source: "https://github.com/Aider-AI/aider/issues/2296",
    read: "2026-11-30",
    kinds: { quota: /ByDay\b|per 86400s/, overflow: /<tokens_limit_reached>/, model: /<unknown_model>/ },
  },
  {
    vendor: "Azure OpenAI",
    source: "https://github.com/Gitlawb/openclaude/issues/273",
    read: "2026-11-30",
    kinds: {
      model: /<DeploymentNotFound>/,
      access: /access denied due to virtual network|<AuthorizationFailed>/i,
      moderation: /<ResponsibleAIPolicyViolation>|content management policy/i,
    },
  },
  {
    vendor: "LiteLLM",
    source: "https://docs.litellm.ai/docs/exception_mapping",
    read: "2026-11-30",
    kinds: {
      quota: /<budget_exceeded>|budget has been exceeded/i,
      overflow: /ContextWindowExceededError/,
      moderation: /ContentPolicyViolationError/,
      parameter: /UnsupportedParamsError/,
    },
  },
  {
    vendor: "Ollama",
    source: "https://github.com/diegosouzapw/OmniRoute/issues/3709",
    read: "2026-11-30",
    kinds: {
      quota: /reached your (session|hourly|daily|weekly|monthly) usage limit/i,
      memory: /requires more system memory|cudaMalloc/i,
      tools: /does not support tools/i,
      access: /requires a subscription/i,
    },
  },
  {
    vendor: "llama.cpp",
    source: "https://github.com/ggml-org/llama.cpp/pull/15780",
    read: "2026-11-30",
    kinds: {
      "tool-calling": /requires --jinja|unsupported param: tools/i,
      overflow: /<exceed_context_size_error>/,
      capacity: /<unavailable_error>/,
    },
  },
  {
    vendor: "vLLM",
    source: "https://github.com/vllm-project/vllm/issues/9986",
    read: "2026-11-30",
    kinds: { "tool-calling": /requires --enable-auto-tool-choice/i },
  },
  {
    vendor: "LM Studio",
    source: "https://github.com/lmstudio-ai/lmstudio-bug-tracker/issues/1038",
    read: "2026-11-30",
    kinds: { memory: /insufficient system resources/i, model: /no models loaded/i },
  },
  {
    vendor: "OpenAI",
    source: "https://github.com/vanna-ai/vanna-flask/issues/11",
    read: "2026-11-30",
    kinds: {
      account: /<account_deactivated>/,
      region: /<unsupported_country_region_territory>|country, region, or territory not supported/i,
      access: /organization must be verified/i,
      "allowed-size": /request too large .{0,200}tokens per min/i,
      credit: /<(insufficient_quota|credit_balance_exhausted|billing_hard_limit_reached|billing_not_active)>/,
      quota: /<usage_limit_reached>/,
      model: /<model_not_found>/,
      parameter: /<(unsupported_parameter|unsupported_value|unknown_parameter)>/,
      moderation: /<(content_filter|content_policy_violation)>|flagged as potentially violating/i,
    },
  },
  {
    vendor: "MiniMax",
    source: "https://platform.minimax.io/docs/api-reference/errorcode",
    read: "2026-11-30",
    kinds: {
      key: /<base_resp (1004|2049)>/,
      credit: /<base_resp 1008>|insufficient balance \(1008\)/,
      quota: /<base_resp 2056>|usage limit exceeded.*\(2056\)/,
      rate: /<base_resp (1002|1039|1041)>/,
      capacity: /<base_resp (1000|1001|1024|1033)>/,
      moderation: /<base_resp (1026|1027)>/,
      overflow: /context window exceeds limit/i,
      parameter: /<base_resp (1042|2013)>/,
    },
  },
  {
    vendor: "Z.AI",
    source: "https://docs.z.ai/api-reference/api-code",
    read: "2026-11-30",
    kinds: {
      account: /<(1110|1111|1112|1121|1313)>/,
      access: /<(1220|1311)>/,
      credit: /<(1113|1309)>/,
      quota: /<(1304|1308|1310|1316|1317|1318|1319|1320|1321)>|usage limit reached for \d/i,
      rate: /<(1302|1303|1305)>/,
      capacity: /<1312>/,
      overflow: /<1261>|prompt exceeds max length/i,
      model: /<(1211|1221|1222)>/,
      parameter: /<(1210|1213|1214|1215)>/,
      moderation: /<1301>/,
    },
  },
];

/**
 * Finds the kind of a refusal.
 *
 * @param text - codes and messages of a body, as `readReasons` writes them.
 * @returns undefined if no vendor's pattern matches.
 */
export function refusalKindIn(text: string): RefusalKind | undefined {
  for (const { kinds } of vendorRefusals)
    for (const [kind, pattern] of Object.entries(kinds)) if (pattern.test(text)) return kind as RefusalKind;
  return undefined;
}
