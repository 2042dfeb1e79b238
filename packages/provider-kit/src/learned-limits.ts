// Many endpoints serve models that no catalog lists. Their limits become known
// while a provider runs: from the model list, if the user asks for it, and from
// a rejected request that states the context window. Agents hold the `limits`
// object of a model for a whole session, so learned values must appear in that
// same object: its fields are getters.
import { mapErrors, ProviderError } from "@skein/protocol";
import type { ModelInfo, ModelLimits } from "@skein/protocol";
import type { LiveModel } from "./with-watchdog.ts";

/**
 * Limits of an endpoint's models, learned from its model list and its errors.
 */
export interface LearnedLimits {
  /** Adds limits of a model. Later values replace earlier ones. */
  learn(modelId: string, limits: ModelLimits): void;
  /**
   * Copies a model, with unknown limits filled in as they are learned. Limits
   * that the model states itself are never replaced.
   */
  known(model: LiveModel): LiveModel;
}

/** Limits that can be learned. */
const names = ["contextTokens", "outputTokens", "images", "pdfs"] as const satisfies (keyof ModelLimits)[];

/**
 * Creates an empty store. One per provider: ids of models mean something else
 * at another endpoint.
 */
export function learnedLimits(): LearnedLimits {
  const learned = new Map<string, ModelLimits>();
  const learn = (modelId: string, limits: ModelLimits): void => {
    const said = names.filter((name) => limits[name] !== undefined).map((name) => [name, limits[name]]);
    learned.set(modelId, { ...learned.get(modelId), ...Object.fromEntries(said) });
  };
  return {
    learn,
    known(model) {
      const own = model.limits;
      if (names.every((name) => own[name] !== undefined)) return model;
      // Getters, so that holders of the limits see later values.
      const limits: ModelLimits = Object.defineProperties(
        {},
        Object.fromEntries(
          names.map((name) => [name, lateField(() => own[name] ?? learned.get(model.id)?.[name])]),
        ),
      );
      return {
        ...model,
        limits,
        stream: (request, signal, alive) =>
          mapErrors(model.stream(request, signal, alive), (error) => {
            if (ProviderError.is(error)) learn(model.id, sizeOf(error));
            return error;
          }),
      };
    },
  };
}

/** Defines a field that reads its value on each access. */
function lateField(get: () => ModelLimits[keyof ModelLimits]): PropertyDescriptor {
  return { enumerable: true, get };
}

/** Reads the context window that a `context-overflow` stated. */
function sizeOf({ contextTokens }: ProviderError): ModelLimits {
  return contextTokens === undefined ? {} : { contextTokens };
}

/** Learns the limits of a model list, and returns the list. */
export function learnAll(limits: LearnedLimits, models: readonly ModelInfo[]): readonly ModelInfo[] {
  for (const { id, limits: said } of models) limits.learn(id, said);
  return models;
}
