import type { Effort, ModelRequest } from "@skein/protocol";
import { catalogEntry } from "../catalog.ts";
import type { CatalogEntry, WireEffort } from "../catalog.ts";
import type { Target } from "../dialect.ts";

const ranks: readonly WireEffort[] = ["none", "minimal", "low", "medium", "high", "xhigh", "max"];

/** What a request says of thinking and chance. Absent: left to the vendor. */
export interface Tuning {
  readonly effort: WireEffort | undefined;
  readonly temperature: number | undefined;
  /** Tokens, within the model's limit. */
  readonly maxOutputTokens: number | undefined;
}

/** Models that think take an effort, and a temperature only while they do not think. */
export function tuningOf(
  { options, outputCap = Infinity }: Pick<ModelRequest, "options" | "outputCap">,
  { owner, conceded }: Target,
): Tuning {
  const { effort, temperature, maxOutputTokens = Infinity } = options;
  const wished = Math.min(maxOutputTokens, outputCap);
  const entry = catalogEntry(owner.model);
  const wireEffort = conceded.has("effort") ? undefined : nearestEffort(effort, entry);
  const unthinking = entry?.efforts === undefined || wireEffort === "none";
  return {
    effort: wireEffort,
    temperature: unthinking && !conceded.has("temperature") ? temperature : undefined,
    maxOutputTokens: withinLimit(wished === Infinity ? undefined : wished, entry),
  };
}

/** The weakest that is not below the wish; the strongest when all are. For `max` the strongest. */
function nearestEffort(wish: Effort | undefined, entry: CatalogEntry | undefined): WireEffort | undefined {
  const efforts = entry?.efforts;
  if (wish === undefined || !efforts) return undefined;
  return efforts.find((effort) => ranks.indexOf(effort) >= ranks.indexOf(wish)) ?? efforts.at(-1);
}

function withinLimit(wish: number | undefined, entry: CatalogEntry | undefined): number | undefined {
  const limit = entry?.limits.outputTokens;
  return wish === undefined || limit === undefined ? wish : Math.min(wish, limit);
}
