import { mapErrors, ProviderError } from "@skein/protocol";
import type { ModelInfo, ModelLimits } from "@skein/protocol";
import type { LiveModel } from "./with-watchdog.ts";

/** Limits of an endpoint's models, learned from its model list and its errors. */
export interface LearnedLimits {
  learn(modelId: string, limits: ModelLimits): void;
  /** The same model, with unknown limits filled in as they are learned. */
  known(model: LiveModel): LiveModel;
}

const names = ["contextTokens", "outputTokens", "images", "pdfs"] as const satisfies (keyof ModelLimits)[];

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

function lateField(get: () => ModelLimits[keyof ModelLimits]): PropertyDescriptor {
  return { enumerable: true, get };
}

function sizeOf({ contextTokens }: ProviderError): ModelLimits {
  return contextTokens === undefined ? {} : { contextTokens };
}

export function learnAll(limits: LearnedLimits, models: readonly ModelInfo[]): readonly ModelInfo[] {
  for (const { id, limits: said } of models) limits.learn(id, said);
  return models;
}
