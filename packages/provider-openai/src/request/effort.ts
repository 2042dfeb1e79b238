import type { Effort, EffortTraits, ModelRequest } from "@skein/protocol";
import { supportedEfforts, effortNotice, nearestEffort } from "@skein/provider-kit";
import { catalogEntry, mayReason } from "../catalog.ts";
import type { CatalogEntry, WireEffort } from "../catalog.ts";
import type { Target } from "../dialect.ts";

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
  target: Target,
): Tuning {
  const { owner, conceded } = target;
  const { effort, temperature, maxOutputTokens = Infinity } = options;
  const wished = Math.min(maxOutputTokens, outputCap);
  const entry = catalogEntry(owner.model);
  const wireEffort = wireEffortOf(effort, target);
  const unthinking = entry?.efforts === undefined || wireEffort === "none";
  return {
    effort: wireEffort,
    temperature: unthinking && !conceded.has("temperature") ? temperature : undefined,
    maxOutputTokens: withinLimit(wished === Infinity ? undefined : wished, entry),
  };
}

/** What a model takes that the catalogue does not know: the words that most servers do, and `none` is left to them. */
const usual: readonly WireEffort[] = ["low", "medium", "high"];

function wireEffortOf(wish: Effort | undefined, { owner, conceded }: Target): WireEffort | undefined {
  if (wish === undefined || conceded.has("effort") || !mayReason(owner.model)) return undefined;
  const known = catalogEntry(owner.model)?.efforts;
  return known === undefined && wish === "none" ? undefined : nearestEffort(wish, known ?? usual);
}

/** Servers with models that the catalogue does not know may take other words. */
export function effortTraits(modelId: string): EffortTraits {
  if (!mayReason(modelId)) return { levels: [] };
  const known = catalogEntry(modelId)?.efforts;
  return known
    ? { levels: supportedEfforts((wish) => effortNotice(modelId, wish, nearestEffort(wish, known))) }
    : {};
}

/** What users should know of an effort that is not sent as wished. A refused one was told when it was. */
export function tuningNotice(wish: Effort | undefined, target: Target): string | undefined {
  const { owner, conceded } = target;
  if (conceded.has("effort")) return undefined;
  return effortNotice(owner.model, wish, wireEffortOf(wish, target));
}

function withinLimit(wish: number | undefined, entry: CatalogEntry | undefined): number | undefined {
  const limit = entry?.limits.outputTokens;
  return wish === undefined || limit === undefined ? wish : Math.min(wish, limit);
}
