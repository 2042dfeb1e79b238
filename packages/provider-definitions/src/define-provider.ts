import { ConfigError, ProviderError } from "@skein/protocol";
import type {
  AttemptEvent,
  AttemptModel,
  JsonObject,
  ModelInfo,
  ModelLimits,
  ModelOptions,
  ModelProvider,
  ModelRequest,
} from "@skein/protocol";
import { addedTokens, createNotices } from "@skein/provider-kit";
import { connectEngine, type DefinedSettings } from "./connect-engine.ts";
import { addressVariableOf } from "./definition.ts";
import type { DefinedModel, ProviderDefinition } from "./definition.ts";
import type { Engine, Engines } from "./engine.ts";
import { learnLimits } from "./learn-limits.ts";
import { priceHere } from "./price-here.ts";
import { inOwnWords } from "./own-words.ts";
import type { Names } from "./own-words.ts";
import type { BodyForm } from "./request/body.ts";
import { fit, fitOptions, levelsOf } from "./request/fit.ts";
import type { Fitted } from "./request/fit.ts";

/**
 * A provider made of a definition and the engine that speaks its wire.
 *
 * Limits and prices are the definition's: what the engine knows of models is about its own vendor. Nothing is
 * looked up before the first request, so this throws only `ConfigError` `usage` for an engine that is not
 * there. The first request throws `ConfigError` for a missing key or variable, otherwise `ProviderError`.
 */
export function defineProvider(
  definition: ProviderDefinition,
  engines: Engines,
  settings: DefinedSettings = {},
): ModelProvider {
  const { name } = definition;
  const engine = engineOf(definition, engines);
  const connection = connectEngine(definition, engine, settings);
  const names: Names = [
    ...engine.keyVariables.map(
      (theirs) => [theirs, definition.keyVariables.join(" or ") || "the key"] as const,
    ),
    ...(engine.addressVariable === undefined
      ? []
      : [[engine.addressVariable, addressVariableOf(definition)] as const]),
    [definition.engine, name],
  ];
  const told = async <Result>(work: Promise<Result>): Promise<Result> => {
    try {
      return await work;
    } catch (error) {
      throw inOwnWords(error, name, names);
    }
  };
  const notice = createNotices(settings.notice);
  const known = (id: string): DefinedModel | undefined => definition.models.find((model) => model.id === id);

  const priceOf = (id: string) => known(id)?.price ?? priceHere(definition, settings, id);

  const model = (id: string): AttemptModel => {
    const facts = known(id);
    /** What an engine's model has learned of its endpoint holds for the next request, too. */
    const made = new Map<ModelProvider, AttemptModel>();
    const engineModel = (provider: ModelProvider): AttemptModel => {
      const engineOwn = made.get(provider) ?? provider.model(id);
      made.set(provider, engineOwn);
      return engineOwn;
    };
    const limits: ModelLimits = { ...facts?.limits };
    let isHeard = !definition.runsModels;
    const listen = (signal: AbortSignal): void => {
      if (isHeard) return;
      isHeard = true;
      const words = { definition, connection, list: listed };
      void learnLimits(limits, id, words, signal).then((wasHeard) => (isHeard = wasHeard));
    };
    let isEffortRefused = false;
    async function* stream(request: ModelRequest, signal: AbortSignal): AsyncGenerator<AttemptEvent> {
      const asked = fit(request, { modelId: id, definition, facts, isEffortRefused });
      if (asked.notice !== undefined) notice(asked.notice);
      const ask = async function* ({ extra, marks, request: fitted }: Fitted): AsyncGenerator<AttemptEvent> {
        const provider = await connection.with({ extra, marks });
        signal.throwIfAborted();
        for await (const event of engineModel(provider).stream(fitted, signal)) yield event;
      };
      let hasBegun = false;
      const over = new AbortController();
      try {
        for await (const event of ask(asked)) {
          hasBegun ||= event.type === "message-start";
          if (hasBegun) listen(over.signal);
          yield event;
        }
      } catch (error) {
        const refused = hasBegun ? undefined : refusedField(error, asked.extra);
        if (refused === undefined) throw inOwnWords(error, name, names);
        isEffortRefused = true;
        notice(`${name} refused ${refused}: the session continues without an effort.`);
        yield* ask(fit(request, { modelId: id, definition, facts, isEffortRefused }));
      } finally {
        setTimeout(() => over.abort(), graceMs).unref();
      }
    }
    const thinking = (options: ModelOptions) => ({
      // Known once the engine is there, which is before the first request.
      budgetTokens:
        connection
          .loaded()
          ?.model(id)
          .thinking?.(fitOptions(options, { modelId: id, definition, facts }).options).budgetTokens ?? 0,
      isHidden: facts?.thinks !== false && options.effort !== undefined && options.effort !== "none",
    });
    const effort = { levels: levelsOf({ modelId: id, definition, facts }) };
    const added = addedBy(definition);
    return { provider: name, id, limits, price: priceOf(id), thinking, effort, addedTokens: added, stream };
  };

  const listed = async (signal?: AbortSignal): Promise<readonly ModelInfo[]> => {
    const provider = await connection.with(plain);
    const offered = await provider.models(signal);
    return offered.map((info) => withFacts(info, known(info.id)));
  };

  const models = async (signal?: AbortSignal): Promise<readonly ModelInfo[]> => {
    const own = definition.models.map(({ id, limits }) => ({ id, limits }));
    if (!definition.listsModels) return own;
    try {
      return await listed(signal);
    } catch (error) {
      if (own.length > 0 && ProviderError.is(error) && error.code === "not-found") return own;
      throw error;
    }
  };

  const check = async (signal?: AbortSignal): Promise<void> => {
    const proves = definition.listsModels && definition.checkBy === "models";
    const asked = definition.defaultModel;
    if (!proves && asked !== undefined) return reply(model(asked), signal);
    const provider = await connection.with(plain);
    await (definition.listsModels ? provider.check(signal) : provider.prepare());
  };

  return {
    id: name,
    model,
    prepare: () => told(connection.with(plain).then((provider) => provider.prepare())),
    preconnect: () => connection.preconnect(),
    models: (signal) => told(models(signal)),
    check: (signal) => told(check(signal)),
  };
}

function engineOf({ name, engine }: ProviderDefinition, engines: Engines): Engine {
  const found = Object.hasOwn(engines, engine) ? engines[engine] : undefined;
  if (found) return found;
  throw new ConfigError("usage", `${name} needs the engine ${engine}, which is not there.`, {
    hint: `Change its engine to one of: ${Object.keys(engines).join(", ")}.`,
  });
}

/** How long a server may still say what it runs when its reply is over, in milliseconds. */
const graceMs = 2_000;

/** For what asks for no reply of a model. */
const plain: BodyForm = { extra: {}, marks: "as-engine" };

/** The field of an effort that a refusal names. */
function refusedField(error: unknown, extra: JsonObject): string | undefined {
  if (!ProviderError.is(error) || error.code !== "bad-request") return undefined;
  return Object.keys(extra).find((field) => error.message.includes(field));
}

/** What the endpoint says, and where it says nothing what the definition knows. */
function withFacts(info: ModelInfo, facts: DefinedModel | undefined): ModelInfo {
  return facts ? { ...info, limits: { ...facts.limits, ...info.limits } } : info;
}

/** A short reply, which only a good key gets. */
async function reply(model: AttemptModel, signal: AbortSignal = new AbortController().signal): Promise<void> {
  const request: ModelRequest = {
    system: "",
    tools: [],
    messages: [{ role: "user", from: "user", content: [{ type: "text", text: "Say: ok" }] }],
    options: { maxOutputTokens: 16 },
  };
  for await (const event of model.stream(request, signal)) if (event.type === "message-end") return;
}

/** What the wire's vendor adds to requests. Servers of other makers are taken to add as much. */
function addedBy({ engine, api }: ProviderDefinition): number | undefined {
  if (engine === "anthropic") return addedTokens["anthropic-messages"];
  return engine === "openai" && api === "chat" ? addedTokens["openai-chat"] : undefined;
}
