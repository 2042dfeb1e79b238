import { baseOf, mapErrors, ProviderError, type AttemptModel, type ModelName } from "@skein/protocol";
import { loadModel, type ModelSources } from "./models.ts";

/** Models for special roles. Their keys are looked up when the agent is opened. */
export interface RoleSettings {
  /** A stronger model that makes the first calls of a session and takes over when the model fails. */
  readonly lead?: ModelName | undefined;
  /** How many calls the lead makes first. Default 3. */
  readonly leadTurns?: number | undefined;
  /** Used while the permission mode is `plan`. */
  readonly planner?: ModelName | undefined;
  /** Answers routine approvals in `smart_approve` in place of a person. Default: none. */
  readonly judge?: ModelName | undefined;
  /** Applies the rules in words of `inspectors.adversary`. Looked up only where there are any. Default: none. */
  readonly adversary?: ModelName | undefined;
  /** A small, fast model that names unnamed sessions. Default: none. */
  readonly namer?: ModelName | undefined;
  /** Writes the summaries of compactions. Default: the model itself. */
  readonly summariser?: ModelName | undefined;
}

export interface Roles {
  /** The model, or the planner while the mode is `plan`. */
  readonly model: AttemptModel;
  readonly lead: { readonly model: AttemptModel; readonly turns?: number } | undefined;
  readonly judge: AttemptModel | undefined;
  readonly namer: AttemptModel | undefined;
  readonly summariser: AttemptModel | undefined;
}

export interface RoleOptions {
  /** The main model. */
  readonly worker: AttemptModel;
  /** The current permission mode. */
  readonly mode: () => string;
  /** Overrides the context window of each model, in tokens. */
  readonly contextTokens?: number | undefined;
}

/** Throws `ConfigError`: an unknown provider, a missing key. */
export async function loadRoles(
  sources: ModelSources,
  { lead, leadTurns, planner, judge, namer, summariser }: RoleSettings,
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
    judge: blaming("judge", await load(judge)),
    namer: await load(namer),
    summariser: await load(summariser),
  };
}

/**
 * A role model that the vendor does not know has no fallback, since a lead is configured because the worker
 * is weaker. The error names the setting, because the run's own model is not at fault.
 */
function blaming(setting: string, model: AttemptModel | undefined): AttemptModel | undefined {
  if (!model) return undefined;
  const blamed = (error: unknown): unknown => {
    if (!ProviderError.is(error) || error.code !== "not-found") return error;
    const { status, requestId, message } = error;
    return new ProviderError("not-found", message, {
      provider: model.provider,
      retryable: false,
      status,
      requestId,
      cause: error,
      hint: `It comes from the setting ${setting}: choose another model there, or remove the setting.`,
    });
  };
  return { ...baseOf(model), stream: (request, signal) => mapErrors(model.stream(request, signal), blamed) };
}

/** A model that delegates to the planner while the mode is `plan`. */
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
    get effort() {
      return now().effort;
    },
    get addedTokens() {
      return now().addedTokens;
    },
    get tools() {
      return now().tools;
    },
    get isUnmetered() {
      return now().isUnmetered;
    },
    stream: (request, signal) => now().stream(request, signal),
  };
}
