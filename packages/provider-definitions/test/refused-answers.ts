// Error answers of vendors, one for each kind that the vendor has a form for.
// Written after the documented or reported forms, in words of their own where
// the words do not matter. Sources and dates: docs/provider-errors.md.

/** Kinds of refusals, as in docs/provider-errors.md. */
export type Kind =
  | "key"
  | "account"
  | "access"
  | "region"
  | "credit"
  | "quota"
  | "rate"
  | "capacity"
  | "memory"
  | "overflow"
  | "allowed-size"
  | "model"
  | "parameter"
  | "tools"
  | "tool-calling"
  | "moderation";

interface RefusedAnswer {
  readonly kind: Kind;
  readonly status: number;
  readonly body: unknown;
}

interface Vendor {
  readonly engine: "openai" | "anthropic" | "google" | "ollama";
  readonly answers: readonly RefusedAnswer[];
}

type Form = readonly [
  kind: Kind,
  status: number,
  message: string,
  code?: string | number | null,
  type?: string,
];

/** The usual form of servers that speak OpenAI's wire. */
function usual(...forms: readonly Form[]): Vendor {
  return {
    engine: "openai",
    answers: forms.map(([kind, status, message, code = null, type = "invalid_request_error"]) => ({
      kind,
      status,
      body: { error: { message, type, param: null, code } },
    })),
  };
}

/** An object without a wrapper. */
function bare(...forms: readonly Form[]): Vendor {
  return {
    engine: "openai",
    answers: forms.map(([kind, status, message, code]) => ({
      kind,
      status,
      body: { object: "error", message, code },
    })),
  };
}

/** Errors of a vendor in one of OpenRouter. */
function passedOn(kind: Kind, status: number, raw: unknown): RefusedAnswer {
  const metadata = { raw: typeof raw === "string" ? raw : JSON.stringify(raw), provider_name: "Vendor" };
  return { kind, status, body: { error: { code: status, message: "Provider returned error", metadata } } };
}

function and({ engine, answers }: Vendor, ...more: readonly RefusedAnswer[]): Vendor {
  return { engine, answers: [...answers, ...more] };
}

const anthropic: readonly (readonly [Kind, number, string, string])[] = [
  ["key", 401, "authentication_error", "invalid x-api-key"],
  ["account", 400, "invalid_request_error", "This organization has been disabled."],
  ["credit", 400, "invalid_request_error", "Your credit balance is too low to use the API."],
  [
    "quota",
    400,
    "invalid_request_error",
    "You have reached your specified API usage limits. You will regain access on 2027-01-01 at 00:00 UTC.",
  ],
  ["allowed-size", 429, "rate_limit_error", "Extra usage is required for long context requests."],
  ["rate", 429, "rate_limit_error", "This request would exceed the rate limit of input tokens per minute."],
  ["capacity", 529, "overloaded_error", "Overloaded"],
  ["overflow", 400, "invalid_request_error", "prompt is too long: 210000 tokens > 200000 maximum"],
  ["model", 404, "not_found_error", "model: claude-nope"],
];

const google: readonly (readonly [Kind, number, string, string, string?])[] = [
  ["key", 400, "INVALID_ARGUMENT", "API key not valid. Please pass a valid one.", "API_KEY_INVALID"],
  ["access", 403, "PERMISSION_DENIED", "The API has not been used in project 1.", "SERVICE_DISABLED"],
  ["region", 400, "FAILED_PRECONDITION", "User location is not supported for the API use."],
  ["rate", 429, "RESOURCE_EXHAUSTED", "Resource exhausted. Try again later."],
  ["capacity", 503, "UNAVAILABLE", "The model is overloaded."],
  [
    "overflow",
    400,
    "INVALID_ARGUMENT",
    "The input token count (1200000) exceeds the maximum number of tokens allowed (1048576).",
  ],
  ["model", 404, "NOT_FOUND", "models/x is not found for API version v1beta."],
];

/** Answers by vendor. */
export const refusedAnswers: Readonly<Record<string, Vendor>> = {
  OpenAI: usual(
    ["key", 401, "Incorrect API key provided: sk-x.", "invalid_api_key"],
    ["account", 401, "The account has been deactivated.", "account_deactivated"],
    ["access", 404, "Your organization must be verified to use the model `x`.", "model_not_found"],
    [
      "region",
      403,
      "Country, region, or territory not supported",
      "unsupported_country_region_territory",
      "request_forbidden",
    ],
    ["credit", 429, "You exceeded your current quota.", "insufficient_quota", "insufficient_quota"],
    ["quota", 429, "The usage limit has been reached", null, "usage_limit_reached"],
    [
      "rate",
      429,
      "Rate limit reached on tokens per min (TPM): Limit 30000, Used 29000.",
      "rate_limit_exceeded",
      "tokens",
    ],
    [
      "allowed-size",
      429,
      "Request too large for x in organization o on tokens per min (TPM): Limit 30000, Requested 91000.",
      "rate_limit_exceeded",
      "tokens",
    ],
    ["capacity", 503, "The engine is overloaded.", null, "server_error"],
    ["overflow", 400, "Your input exceeds the context window of this model.", "context_length_exceeded"],
    ["model", 404, "The model `x` does not exist.", "model_not_found"],
    ["parameter", 400, "Unsupported parameter: 'logprobs'.", "unsupported_parameter"],
    ["moderation", 400, "Rejected by the safety system.", "content_policy_violation"],
  ),
  Anthropic: {
    engine: "anthropic",
    answers: anthropic.map(([kind, status, type, message]) => ({
      kind,
      status,
      body: { type: "error", error: { type, message } },
    })),
  },
  Gemini: {
    engine: "google",
    answers: google.map(([kind, code, status, message, reason]) => ({
      kind,
      status: code,
      body: { error: { code, status, message, details: reason ? [{ reason }] : [] } },
    })),
  },
  OpenRouter: and(
    usual(
      ["key", 401, "No auth credentials found", 401],
      ["credit", 402, "This request requires more credits, or fewer max_tokens.", 402],
      ["quota", 429, "Rate limit exceeded: free-models-per-day. Add credits.", 429],
      ["allowed-size", 402, "Prompt tokens limit exceeded: 69120 > 36608.", 402],
      ["model", 400, "x/y is not a valid model ID", 400],
      ["access", 404, "No endpoints found matching your data policy.", 404],
      ["tools", 404, "No endpoints found that support tool use.", 404],
      ["moderation", 403, "x requires moderation on Y. Your input was flagged.", 403],
      ["rate", 429, "Rate limit exceeded: free-models-per-min.", 429],
      ["capacity", 502, "The model is down.", 502],
    ),
    passedOn("rate", 429, "x/y is temporarily rate-limited upstream."),
    passedOn("overflow", 400, {
      type: "error",
      error: { message: "prompt is too long: 215000 tokens > 200000 maximum" },
    }),
    passedOn("region", 403, {
      error: { code: "unsupported_country_region_territory", message: "Not here." },
    }),
    passedOn("parameter", 400, {
      error: { code: "unsupported_parameter", message: "'logprobs' does not work." },
    }),
  ),
  xAI: and(
    { engine: "openai", answers: [] },
    ...(
      [
        ["key", 400, "Client specified an invalid argument", "Incorrect API key provided: xa***."],
        [
          "credit",
          403,
          "The caller does not have permission",
          "Your team doesn't have any credits or licenses yet.",
        ],
        ["quota", 429, "quota_exceeded", "The daily limit is used up."],
        ["rate", 429, "Some resource has been exhausted", "Too many requests."],
        ["capacity", 503, "The service is currently unavailable", "Try again later."],
        [
          "overflow",
          400,
          "Client specified an invalid argument",
          "This model's maximum prompt length is 131072 but the request contains 140000 tokens.",
        ],
        ["model", 404, "Some requested entity was not found", "The model x does not exist."],
        ["moderation", 403, "The caller does not have permission", "Content violates usage guidelines."],
      ] as const
    ).map(([kind, status, code, error]) => ({ kind, status, body: { code, error } })),
  ),
  "Z.AI": usual(
    ["key", 401, "Authentication failed", "1000"],
    ["account", 429, "Account locked", "1112"],
    ["access", 403, "No permission for the API", "1220"],
    ["credit", 429, "Insufficient balance or no resource package.", "1113"],
    ["quota", 429, "Usage limit reached for 5 hour. Your limit will reset at 2027-01-01 05:38:28", "1308"],
    ["rate", 429, "High concurrency usage of this API", "1302"],
    ["capacity", 429, "This model is in high demand", "1312"],
    ["overflow", 400, "Prompt exceeds max length", "1261"],
    ["model", 400, "Unknown Model, please check the model code.", "1211"],
    ["parameter", 400, "Invalid API parameter: `logprobs`", "1210"],
    ["moderation", 400, "Unsafe content was detected", "1301"],
  ),
  MiniMax: and(
    { engine: "openai", answers: [] },
    ...(
      [
        ["key", 2049, "invalid api key"],
        ["credit", 1008, "insufficient balance"],
        ["quota", 2056, "usage limit exceeded"],
        ["rate", 1002, "rate limit"],
        ["capacity", 1033, "system error"],
        ["overflow", 2013, "invalid params, context window exceeds limit"],
        ["parameter", 2013, "invalid params, logprobs"],
        ["moderation", 1026, "input sensitive"],
      ] as const
    ).map(([kind, status_code, status_msg]) => ({
      kind,
      status: 200,
      body: { choices: null, base_resp: { status_code, status_msg } },
    })),
  ),
  DashScope: usual(
    ["key", 401, "Incorrect API key provided.", "invalid_api_key"],
    ["access", 403, "Access denied.", "Model.AccessDenied"],
    ["credit", 400, "Access denied, make sure the account is in good standing.", "Arrearage", "Arrearage"],
    ["quota", 403, "The free quota is used up.", "AllocationQuota.FreeTierOnly"],
    ["rate", 429, "Requests rate limit exceeded.", "Throttling.RateQuota"],
    ["capacity", 503, "The service is unavailable.", "ModelServingError"],
    ["overflow", 400, "Range of input length should be [1, 129024]", "invalid_parameter_error"],
    ["model", 404, "The model x does not exist.", "model_not_found"],
    ["moderation", 400, "Input data may contain inappropriate content.", "data_inspection_failed"],
  ),
  DeepSeek: usual(
    ["key", 401, "Authentication Fails", "invalid_request_error", "authentication_error"],
    ["credit", 402, "Insufficient Balance", "invalid_request_error", "unknown_error"],
    ["rate", 429, "Too many requests", "rate_limit"],
    ["capacity", 503, "The server is busy.", "service_unavailable_error"],
    ["overflow", 400, "This model's maximum context length is 131072 tokens.", "invalid_request_error"],
    ["model", 400, "Model Not Exist", "invalid_request_error"],
    ["parameter", 400, "Unsupported parameter.", "unsupported_parameter"],
    ["moderation", 400, "Content Exists Risk", "invalid_request_error"],
  ),
  Moonshot: usual(
    ["key", 401, "Invalid Authentication", null, "invalid_authentication_error"],
    ["quota", 429, "You've reached your usage limit for this period."],
    ["credit", 429, "The account is suspended, check your plan.", null, "exceeded_current_quota_error"],
    ["rate", 429, "Your account reached max concurrency", null, "rate_limit_reached_error"],
    ["capacity", 429, "The engine is currently overloaded.", null, "engine_overloaded_error"],
    ["overflow", 400, "Your request exceeded model token limit: 262144 (requested: 300000)"],
    ["model", 404, "Not found the model x", null, "resource_not_found_error"],
    ["parameter", 400, "Unknown parameter.", "unknown_parameter"],
    ["moderation", 400, "The request was considered high risk", null, "content_filter"],
  ),
  Groq: usual(
    ["key", 401, "Invalid API Key", "invalid_api_key"],
    ["account", 400, "Organization has been restricted.", "organization_restricted"],
    ["access", 400, "The model requires terms acceptance.", "model_terms_required"],
    ["rate", 429, "Rate limit reached on tokens per minute (TPM).", "rate_limit_exceeded", "tokens"],
    [
      "allowed-size",
      413,
      "Request too large for model `x` in organization `o` service tier `on_demand` on tokens per minute (TPM): Limit 6000, Requested 9000.",
      "rate_limit_exceeded",
      "tokens",
    ],
    ["capacity", 498, "Flex tier capacity exceeded", "capacity_exceeded"],
    ["overflow", 400, "Reduce the length of the messages.", "context_length_exceeded"],
    ["model", 400, "The model `x` has been decommissioned.", "model_decommissioned"],
    ["tools", 400, "tool calling is not supported with this model"],
  ),
  Mistral: and(
    bare(
      ["key", 401, "Unauthorized"],
      ["credit", 402, "Payment required"],
      ["rate", 429, "Service tier capacity exceeded for this model.", "3505"],
      ["capacity", 500, "Service unavailable.", "3700"],
      [
        "overflow",
        400,
        "Prompt contains 40000 tokens, too large for model with 32768 maximum context length",
        "3051",
      ],
      ["model", 400, "Invalid model: x", "1500"],
      ["moderation", 403, "The guardrail: your input was flagged", "3000"],
    ),
    {
      kind: "parameter",
      status: 422,
      body: {
        detail: [
          { type: "extra_forbidden", loc: ["body", "logprobs"], msg: "Extra inputs are not permitted" },
        ],
      },
    },
  ),
  Cerebras: usual(
    ["key", 401, "Wrong API Key", "wrong_api_key"],
    ["quota", 429, "Tokens per day limit exceeded - too many tokens processed.", "token_quota_exceeded"],
    ["rate", 429, "Tokens per minute limit exceeded - too many tokens processed.", "token_quota_exceeded"],
    ["capacity", 429, "High traffic.", "queue_exceeded"],
    ["credit", 402, "Payment required", "payment_required"],
    ["overflow", 400, "Current length is 33000 while limit is 32768", "context_length_exceeded"],
    ["model", 404, "Model x does not exist.", "model_not_found"],
    ["parameter", 400, "Unsupported parameter.", "unsupported_parameter"],
  ),
  "GitHub Copilot": usual(
    ["key", 401, "unauthorized: token expired"],
    ["quota", 402, "You have no quota", "quota_exceeded"],
    ["quota", 429, "You have exceeded your premium request allowance."],
    ["rate", 429, "Sorry, you have exceeded your rate limit.", "rate_limited"],
    ["capacity", 503, "Upstream is unavailable."],
    [
      "overflow",
      400,
      "prompt token count of 150000 exceeds the limit of 128000",
      "model_max_prompt_tokens_exceeded",
    ],
    ["model", 400, "The requested model is not supported.", "model_not_supported"],
    ["parameter", 400, "Unsupported value.", "unsupported_value"],
    ["moderation", 400, "Filtered.", "content_filter"],
  ),
  "GitHub Models": usual(
    ["key", 401, "Bad credentials", "unauthorized"],
    [
      "quota",
      429,
      "Rate limit of 50 per 86400s exceeded for UserByModelByDay. Please wait 40000 seconds.",
      "RateLimitReached",
    ],
    [
      "rate",
      429,
      "Rate limit of 10 per 60s exceeded for UserByModelByMinute. Please wait 20 seconds.",
      "RateLimitReached",
    ],
    ["capacity", 503, "Unavailable"],
    [
      "overflow",
      413,
      "Request body too large for gpt-4o model. Max size: 8000 tokens.",
      "tokens_limit_reached",
    ],
    ["model", 400, "Unknown model: x", "unknown_model"],
    ["parameter", 400, "Unsupported parameter.", "unsupported_parameter"],
    ["moderation", 400, "Filtered.", "content_filter"],
  ),
  "Azure OpenAI": usual(
    ["key", 401, "Access denied due to invalid subscription key or wrong API endpoint.", "401"],
    ["access", 403, "Access denied due to Virtual Network/Firewall rules.", "AccessDenied"],
    ["rate", 429, "Requests have exceeded the call rate limit.", "429"],
    ["capacity", 503, "The service is temporarily unable to process your request.", "InternalServerError"],
    ["overflow", 400, "This model's maximum context length is 8192 tokens.", "context_length_exceeded"],
    ["model", 404, "The API deployment for this resource does not exist.", "DeploymentNotFound"],
    ["parameter", 400, "Unrecognized parameter.", "unknown_parameter"],
    ["moderation", 400, "The response was filtered by the content management policy.", "content_filter"],
  ),
  LiteLLM: usual(
    ["key", 401, "Authentication Error, Invalid proxy server token passed.", "401", "auth_error"],
    [
      "quota",
      400,
      "Budget has been exceeded! Current cost: 10.2, Max budget: 10.0",
      "400",
      "budget_exceeded",
    ],
    ["rate", 429, "litellm.RateLimitError: slow down", "429", "throttling_error"],
    ["capacity", 500, "litellm.InternalServerError: it failed", "500"],
    ["overflow", 400, "litellm.ContextWindowExceededError: litellm.BadRequestError: this is too much", "400"],
    [
      "overflow",
      400,
      `litellm.BadRequestError: AnthropicException - b'{"type":"error","error":{"type":"invalid_request_error","message":"prompt is too long: 9 tokens > 8000 maximum"}}'. Received Model Group=x`,
      "400",
    ],
    ["model", 404, "litellm.NotFoundError: no such model", "404"],
    ["parameter", 400, "litellm.UnsupportedParamsError: logprobs", "400"],
    ["moderation", 400, "litellm.ContentPolicyViolationError: no", "400"],
  ),
  Ollama: {
    engine: "ollama",
    answers: (
      [
        ["key", 401, "unauthorized"],
        ["access", 403, "this model requires a subscription, upgrade for access"],
        ["quota", 429, "you (joe) have reached your weekly usage limit, upgrade for higher limits"],
        ["rate", 429, "too many concurrent requests"],
        ["capacity", 503, "server busy, please try again"],
        ["memory", 500, "model requires more system memory (9.0 GiB) than is available (4.0 GiB)"],
        ["overflow", 400, "the input length exceeds the context length"],
        ["model", 404, "model 'x' not found"],
        ["tools", 400, '"x" does not support tools'],
      ] as const
    ).map(([kind, status, error]) => ({ kind, status, body: { error } })),
  },
  "llama.cpp": usual(
    ["key", 401, "Invalid API Key", 401, "authentication_error"],
    ["capacity", 503, "Loading model", 503, "unavailable_error"],
    [
      "overflow",
      400,
      "the request exceeds the available context size (4096 tokens)",
      400,
      "exceed_context_size_error",
    ],
    ["tool-calling", 500, "tools param requires --jinja flag", 500, "server_error"],
    ["model", 404, "File Not Found", 404, "not_found_error"],
  ),
  NVIDIA: {
    engine: "openai",
    answers: (
      [
        ["access", 404, "Function 'f': Not found for account 'a'"],
        ["model", 410, "The model 'x' has reached its end of life on 2026-07-27T00:00:00Z."],
      ] as const
    ).map(([kind, status, detail]) => ({ kind, status, body: { status, title: "No", detail } })),
  },
  vLLM: bare(
    ["key", 401, "Unauthorized"],
    ["capacity", 503, "The engine is not ready."],
    ["overflow", 400, "This model's maximum context length is 8192 tokens. You requested 9000.", 400],
    ["model", 404, "The model `x` does not exist.", 404],
    [
      "tool-calling",
      400,
      '"auto" tool choice requires --enable-auto-tool-choice and --tool-call-parser to be set',
      400,
    ],
  ),
  "LM Studio": {
    engine: "openai",
    answers: (
      [
        [
          "overflow",
          400,
          "The number of tokens to keep from the initial prompt is greater than the context length.",
        ],
        ["memory", 400, "Failed to load model: insufficient system resources."],
        ["model", 404, "No models loaded. Load a model first."],
      ] as const
    ).map(([kind, status, error]) => ({ kind, status, body: { error } })),
  },
};
