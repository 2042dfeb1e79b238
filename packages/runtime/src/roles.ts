import { mapErrors, ProviderError, type AttemptModel } from "@skein/protocol";
import { loadModel, type ModelName, type ModelSources } from "./models.ts";

/** Who answers besides the model itself. A key is looked up when the agent is opened. */
export interface RoleSettings {
  /** A stronger model that makes the first calls of a session and helps out when the model fails. */
  readonly lead?: ModelName | undefined;
  /** How many calls the lead makes first. Default 3. */
  readonly leadTurns?: number | undefined;
  /** Who answers as long as the mode is `plan`. */
  readonly planner?: ModelName | undefined;
  /** A small, fast model that names a session without a name. Default: none does, and none is asked. */
  readonly namer?: ModelName | undefined;
  /** Who writes the summary that stands for what a compaction hides. Default: the model itself. */
  readonly summariser?: ModelName | undefined;
}

export interface Roles {
  /** The model; the planner in its place while the mode is `plan`. */
  readonly model: AttemptModel;
  readonly lead: { readonly model: AttemptModel; readonly turns?: number } | undefined;
  readonly namer: AttemptModel | undefined;
  readonly summariser: AttemptModel | undefined;
}

export interface RoleOptions {
  /** Who does the work. */
  readonly worker: AttemptModel;
  /** The mode as it is at that moment. */
  readonly mode: () => string;
  /** Tokens of the window of each that answers. */
  readonly contextTokens?: number | undefined;
}

/** Throws `ConfigError`: an unknown provider, a missing key. */
export async function loadRoles(
  sources: ModelSources,
  { lead, leadTurns, planner, namer, summariser }: RoleSettings,
  { worker, mode, contextTokens }: RoleOptions,
): Promise<Roles> {
  const load = async (name: ModelName | undefined, window?: number) =>
    name && loadModel(sources, name, window);
  const plans = blaming("planner", await load(planner, contextTokens));
  const leads = blaming("lead", await load(lead, contextTokens));
  const whileWorking = (model: AttemptModel) => (plans ? plannedBy(plans, model, mode) : model);
  return {
    model: whileWorking(worker),
    lead: leads && {
      model: whileWorking(leads),
      ...(leadTurns === undefined ? {} : { turns: leadTurns }),
    },
    namer: await load(namer),
    summariser: await load(summariser),
  };
}

/**
 * Nobody goes on in place of a model that the vendor does not know: a lead was set because the worker is weaker. What
 * fails then says which setting is meant, since it is not the model that was named for the run.
 */
function blaming(setting: string, model: AttemptModel | undefined): AttemptModel | undefined {
  if (!model) return undefined;
  const { provider, id, limits, price, thinking } = model;
  const blamed = (error: unknown): unknown => {
    if (!ProviderError.is(error) || error.code !== "not-found") return error;
    const { status, requestId, message } = error;
    return new ProviderError("not-found", message, {
      provider,
      retryable: false,
      status,
      requestId,
      cause: error,
      hint: `It was asked for the setting ${setting}: name another model there, or leave the setting out.`,
    });
  };
  return {
    provider,
    id,
    limits,
    price,
    thinking,
    stream: (request, signal) => mapErrors(model.stream(request, signal), blamed),
  };
}

/** One model that is the planner as long as the mode is `plan`. */
function plannedBy(planner: AttemptModel, model: AttemptModel, mode: () => string): AttemptModel {
  const now = () => (mode() === "plan" ? planner : model);
  return {
    get provider() {
      return now().provider;
    },
    get id() {
      return now().id;
    },
    get limits() {
      return now().limits;
    },
    get price() {
      return now().price;
    },
    get thinking() {
      return now().thinking;
    },
    stream: (request, signal) => now().stream(request, signal),
  };
}
