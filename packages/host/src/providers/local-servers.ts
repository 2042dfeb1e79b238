import {
  baseOf,
  mapErrors,
  ProviderError,
  type AttemptModel,
  type ModelProvider,
  type NextStep,
} from "@skein/protocol";
import type { KnownProviders } from "./known-provider.ts";

/** The same provider. Where nothing listens at an address of this machine, its errors say who should and how to start it. */
export function withServerHints(provider: ModelProvider, known: KnownProviders): ModelProvider {
  const withHint = (error: unknown): unknown => hinted(error, known);
  const orHint = <Result>(work: Promise<Result>): Promise<Result> =>
    work.catch((error: unknown) => {
      throw withHint(error);
    });
  return {
    id: provider.id,
    model: (modelId) => hintedModel(provider.model(modelId), withHint),
    prepare: () => orHint(provider.prepare()),
    preconnect: () => provider.preconnect?.(),
    models: (signal) => orHint(provider.models(signal)),
    check: (signal) => orHint(provider.check(signal)),
  };
}

function hintedModel(model: AttemptModel, withHint: (error: unknown) => unknown): AttemptModel {
  return {
    ...baseOf(model),
    get limits() {
      return model.limits;
    },
    get price() {
      return model.price;
    },
    stream: (request, signal) => mapErrors(model.stream(request, signal), withHint),
  };
}

/** The same object, so that nothing of it is lost. */
function hinted(error: unknown, known: KnownProviders): unknown {
  if (!ProviderError.is(error) || error.refusedAt === undefined) return error;
  const port = Number(URL.parse(`http://${error.refusedAt}`)?.port || 80);
  const server = Object.values(known).find(({ localServer }) => localServer?.port === port)?.localServer;
  const who = server
    ? `${server.name} is probably not running. Start it ${server.start}.`
    : "The server there is probably not running. Start it.";
  return Object.assign(error, { hint: who, nextStep: { do: "choose-provider" } satisfies NextStep });
}
