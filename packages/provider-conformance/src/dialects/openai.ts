// Parts that OpenAI's two wires share: errors, the model list, and rules for
// tools.

import type { JsonObject } from "@skein/protocol";
import type { Dialect, SentTool } from "../dialect.ts";
import { schemaProblems } from "./schema-problems.ts";

/** Creates an error body, in the form that both APIs of the vendor share. */
function error(message: string, type: string, code: string | null = null): JsonObject {
  return { error: { message, type, param: null, code } };
}

/**
 * Error responses of both APIs.
 *
 * The status alone decides little: 429 is a rate limit that passes or an
 * account that is used up, and 400 contains three codes. A provider must read
 * `error.code`, `error.type` and the message.
 *
 * Source: developers.openai.com/api/docs/guides/error-codes.
 */
export const openaiRefused: Dialect["refused"] = {
  /** Wrong key, and a region that is not supported. */
  auth: [
    { status: 401, body: error("Incorrect API key provided.", "invalid_request_error", "invalid_api_key") },
    { status: 403, body: error("Country, region, or territory not supported.", "request_forbidden") },
  ],
  /**
   * A used-up account has the status of a rate limit. The second form is that
   * of resellers.
   */
  quota: [
    {
      status: 429,
      body: error("You exceeded your current quota.", "insufficient_quota", "insufficient_quota"),
    },
    { status: 402, body: error("Insufficient credits.", "payment_required") },
  ],
  /** Limits of tokens and of requests. */
  "rate-limited": [
    { status: 429, body: error("Limit 30000, used 29000.", "tokens", "rate_limit_exceeded") },
    { status: 429, body: error("Rate limit reached for requests.", "requests", "rate_limit_exceeded") },
  ],
  /** Errors of the vendor, and pages of proxies. */
  overloaded: [
    { status: 500, body: error("The server had an error.", "server_error") },
    { status: 503, body: error("The engine is overloaded.", "service_unavailable") },
    { status: 502, body: "<html>Bad gateway</html>" },
    { status: 503, body: "<html><body>Busy</body></html>" },
  ],
  /** The code is the same for all models. */
  "context-overflow": [
    {
      status: 400,
      body: error(
        "This model's maximum context length is 8192 tokens. However, your messages resulted in 9000 tokens.",
        "invalid_request_error",
        "context_length_exceeded",
      ),
    },
  ],
  /** Any other invalid request. */
  "bad-request": [
    { status: 400, body: error("Invalid value: 'role'.", "invalid_request_error", "invalid_value") },
  ],
  /** An unknown model can be 404 or 400. */
  "not-found": [
    {
      status: 400,
      body: error("The requested model does not exist.", "invalid_request_error", "model_not_found"),
    },
    {
      status: 404,
      body: error("The model `gpt-nope` does not exist.", "invalid_request_error", "model_not_found"),
    },
  ],
};

/**
 * Model list of both APIs.
 *
 * The list has no field that says what a model can do, so all of its ids must
 * be read.
 */
export const openaiModels: Dialect["models"] = {
  answer: { object: "list", data: [{ id: "gpt-test", object: "model", created: 1, owned_by: "test" }] },
  ids: ["gpt-test"],
};

/**
 * Lists what the vendor refuses about a tool.
 *
 * The additional rules of strict mode are not checked.
 *
 * Source: the refusals of api.openai.com for tools.
 */
export function openaiToolProblems({ name, schema }: SentTool): readonly string[] {
  const problems = schemaProblems(schema, { branchesAtRoot: false, needsProperties: true, needsItems: true });
  return /^[a-zA-Z0-9_-]{1,64}$/.test(name) ? problems : ["has an illegal name", ...problems];
}
