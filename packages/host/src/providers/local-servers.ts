import {
  mapErrors,
  ProviderError,
  type AttemptModel,
  type ModelProvider,
  type NextStep,
} from "@skein/protocol";
import { localServerAt } from "@skein/provider-definitions/bundled";

/** The same provider. Where nothing listens at an address of this machine, its errors say who should and how to start it. */
export function withServerHints(provider: ModelProvider): ModelProvider {
  return {
    id: provider.id,
    model: (modelId) => hintedModel(provider.model(modelId)),
    prepare: () => hinted(provider.prepare()),
    preconnect: () => provider.preconnect?.(),
    models: (signal) => hinted(provider.models(signal)),
    check: (signal) => hinted(provider.check(signal)),
  };
}

function hintedModel(model: AttemptModel): AttemptModel {
  return {
    provider: model.provider,
    id: model.id,
    get limits() {
      return model.limits;
    },
    get price() {
      return model.price;
    },
    thinking: model.thinking,
    stream: (request, signal) => mapErrors(model.stream(request, signal), withHint),
  };
}

async function hinted<Result>(work: Promise<Result>): Promise<Result> {
  try {
    return await work;
  } catch (error) {
    throw withHint(error);
  }
}

/** The same object, so that nothing of it is lost. */
function withHint(error: unknown): unknown {
  if (!ProviderError.is(error) || error.refusedAt === undefined) return error;
  const port = Number(URL.parse(`http://${error.refusedAt}`)?.port || 80);
  const server = localServerAt(port);
  const who = server
    ? `${server.name} is probably not running. Start it ${server.start}.`
    : "The server there is probably not running. Start it.";
  return Object.assign(error, { hint: who, nextStep: { do: "choose-provider" } satisfies NextStep });
}
