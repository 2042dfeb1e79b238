import { mapErrors, ProviderError } from "@skein/protocol";
import type { ModelInfo, ModelLimits } from "@skein/protocol";
import type { LiveModel } from "./with-watchdog.ts";

/** Limits of an endpoint's models, learned from its model list and its errors. */
export interface LearnedLimits {
  learn(modelId: string, limits: ModelLimits): void;
  /** The same model, with unknown limits filled in as they are learned. */
  known(model: LiveModel): LiveModel;
}

export function learnedLimits(): LearnedLimits {
  const learned = new Map<string, ModelLimits>();
  const learn = (modelId: string, { contextTokens, outputTokens }: ModelLimits): void => {
    learned.set(modelId, {
      ...learned.get(modelId),
      ...(contextTokens === undefined ? {} : { contextTokens }),
      ...(outputTokens === undefined ? {} : { outputTokens }),
    });
  };
  return {
    learn,
    known(model) {
      const own = model.limits;
      if (own.contextTokens !== undefined && own.outputTokens !== undefined) return model;
      // Getters, so that holders of the limits see later values.
      const limits: ModelLimits = Object.defineProperties(
        {},
        {
          contextTokens: lateField(() => own.contextTokens ?? learned.get(model.id)?.contextTokens),
          outputTokens: lateField(() => own.outputTokens ?? learned.get(model.id)?.outputTokens),
        },
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

function lateField(get: () => number | undefined): PropertyDescriptor {
  return { enumerable: true, get };
}

function sizeOf({ contextTokens }: ProviderError): ModelLimits {
  return contextTokens === undefined ? {} : { contextTokens };
}

export function learnAll(limits: LearnedLimits, models: readonly ModelInfo[]): readonly ModelInfo[] {
  for (const { id, limits: said } of models) limits.learn(id, said);
  return models;
}
