import type { JsonObject, JsonValue, Usage } from "@skein/protocol";
import { isCount, objectIn, type HttpHeaders } from "@skein/provider-kit";

/** xAI counts in ticks of 10⁻¹⁰ US dollars. */
const ticksPerDollar = 1e10;

/**
 * What a vendor says it charges, in US dollars. Read on 2026-11-30:
 *
 * - `cost`, a number: OpenRouter (https://openrouter.ai/docs/use-cases/usage-accounting; its credits are dollars) and
 *   gateways that do as it does. With a key of the user's own (`is_byok`), the vendor behind it charges
 *   `cost_details.upstream_inference_cost`, too.
 * - `cost.total_cost`: Perplexity (https://docs.perplexity.ai/api-reference/chat-completions-post).
 * - `cost_in_usd_ticks`: xAI (https://docs.x.ai/developers/cost-tracking).
 */
export function reportedUsd(usage: JsonObject): number | undefined {
  const { cost, cost_in_usd_ticks: ticks } = usage;
  if (isCount(ticks)) return ticks / ticksPerDollar;
  const total: JsonValue | undefined = isCount(cost) ? cost : objectIn(cost)["total_cost"];
  if (!isCount(total) || usage["is_byok"] !== true) return isCount(total) ? total : undefined;
  const upstream = objectIn(usage["cost_details"])["upstream_inference_cost"];
  return isCount(upstream) ? total + upstream : undefined;
}

/**
 * What LiteLLM says in a header, in US dollars: of a whole body, since a stream begins before its cost is known; then the header
 * is empty, or 0. Read on 2026-11-30: https://docs.litellm.ai/docs/proxy/response_headers.
 */
export function headerCharge(headers: HttpHeaders): Pick<Usage, "reportedUsd"> {
  const dollars = Number(headers.get("x-litellm-response-cost") ?? Number.NaN);
  return Number.isFinite(dollars) && dollars > 0 ? { reportedUsd: dollars } : {};
}
