import { efforts } from "@skein/protocol";
import type { Effort, JsonObject, ModelOptions, ModelRequest } from "@skein/protocol";
import { changedRequest, effortNotice, maybeThinks } from "@skein/provider-kit";
import type { DefinedModel, ProviderDefinition } from "../definition.ts";
import { isMarked } from "./cache-control.ts";
import type { CacheTtl } from "./cache-control.ts";
import { effortIn, effortSaidBy } from "./effort-dialects.ts";
import type { SaidEffort } from "./effort-dialects.ts";
import { withoutThoughts } from "./without-thoughts.ts";

export interface Fitted {
  /** Fields for the body. */
  readonly extra: JsonObject;
  readonly marks: Marks;
  /** What users should know of an effort that is not sent as wished. */
  readonly notice: string | undefined;
  readonly request: ModelRequest;
}

/** Whether and how a body says what to cache. `off`: what the engine marks is taken out. */
export type Marks = "as-engine" | "off" | CacheTtl;

export interface Fitting {
  readonly modelId: string;
  readonly definition: ProviderDefinition;
  readonly facts: DefinedModel | undefined;
  /** The endpoint has refused the fields that say an effort. */
  readonly isEffortRefused?: boolean | undefined;
}

/** The request as this model takes it. An effort that the definition says in its own way is not the engine's to say. */
export function fit(request: ModelRequest, fitting: Fitting): Fitted {
  const { extra, options, notice } = fitOptions(request.options, fitting);
  const { keepsThoughts } = fitting.definition.quirks;
  const messages = keepsThoughts === false ? withoutThoughts(request.messages) : request.messages;
  const marks = marksOf(fitting, request.options.cacheTtl);
  // The engine of this wire has no such option: it is obeyed here.
  const { cacheTtl: _, ...others } = options;
  const own = marks === "5m" || marks === "1h" ? others : options;
  return { extra, marks, notice, request: changedRequest(request, { options: own, messages }) };
}

function marksOf({ modelId, definition, facts }: Fitting, ttl: CacheTtl | undefined): Marks {
  if (isMarked(modelId, definition, facts)) return ttl ?? "5m";
  return facts?.cacheControl === false ? "off" : "as-engine";
}

export function fitOptions(
  { effort, maxOutputTokens: wish, ...rest }: ModelOptions,
  fitting: Fitting,
): { readonly extra: JsonObject; readonly options: ModelOptions; readonly notice: string | undefined } {
  const { definition, facts, isEffortRefused = false } = fitting;
  const own = effort === undefined ? undefined : ownEffort(effort, fitting);
  const limit = facts?.limits.outputTokens;
  // This wire wants a limit in every request, and the engine's own is a low one.
  const asked = wish ?? (definition.engine === "anthropic" ? limit : undefined);
  const maxOutputTokens = asked !== undefined && limit !== undefined ? Math.min(asked, limit) : asked;
  return {
    extra: isEffortRefused ? {} : (own?.body ?? {}),
    notice: own && !isEffortRefused ? noticeOf(effort, own, fitting) : undefined,
    options: {
      ...rest,
      ...(effort === undefined || own || isEffortRefused ? {} : { effort }),
      ...(maxOutputTokens === undefined ? {} : { maxOutputTokens }),
    },
  };
}

function noticeOf(
  effort: Effort | undefined,
  { sent }: SaidEffort,
  { modelId, facts }: Fitting,
): string | undefined {
  const isUnsaid = effort === "none" && sent === undefined && facts?.thinks !== false;
  return isUnsaid ? maybeThinks(modelId) : effortNotice(modelId, effort, sent);
}

/** The efforts that reach the model, if only as a switch; all of those that are the engine's to say. */
export function levelsOf(fitting: Fitting): readonly Effort[] {
  return efforts.filter((wish) => {
    const own = ownEffort(wish, fitting);
    return own === undefined || own.sent === wish || ["budget", "on", "off"].includes(own.sent ?? "");
  });
}

/** `undefined`: the engine says it. What is said of a model counts before what is said of all. */
function ownEffort(effort: Effort, { modelId, definition, facts }: Fitting): SaidEffort | undefined {
  const { quirks } = definition;
  if (facts?.thinks === false) return { body: {}, sent: undefined };
  const places = [facts, quirks].filter((place) => place?.efforts ?? place?.effortDialect);
  const [place] = places;
  if (place?.efforts) return { body: place.efforts[effort] ?? {}, sent: effortSaidBy(place.efforts[effort]) };
  return place?.effortDialect && effortIn(place.effortDialect, effort, place.effortLevels, modelId);
}
