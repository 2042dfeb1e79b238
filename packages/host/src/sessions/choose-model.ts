import { ConfigError, readModelName, type Effort, type Entry, type ModelName } from "@skein/protocol";
import type { Settings } from "@skein/settings";
import type { Machine } from "../machine.ts";
import { firstWithKey } from "../providers/first-with-key.ts";
import type { KnownProviders } from "../providers/known-provider.ts";
import type { ProviderRegistry } from "../providers/provider-registry.ts";
import { answeringModel, type AnsweringModel } from "./answering-model.ts";

export interface ModelSources {
  readonly machine: Machine;
  readonly providers: Pick<ProviderRegistry, "known" | "withKey">;
}

/** Who a session was talked with last, if known. */
export interface LastModel {
  readonly provider: string | undefined;
  readonly model: string | undefined;
  /** `undefined`: the vendor's default. */
  readonly effort?: Effort | undefined;
  /** Of the session; read only when its lead or planner may have been the last. */
  readonly entries: () => AsyncIterable<Entry>;
}

/**
 * What was set; otherwise the session's own; otherwise the first provider whose key is found. Throws `ConfigError` when its
 * model must be named.
 */
export async function chooseModel(
  { machine, providers }: ModelSources,
  values: Settings,
  last?: LastModel,
): Promise<ModelName> {
  const own = last && (await ownModel(last, values, providers.known));
  const provider =
    values.provider ??
    own?.provider ??
    providers.withKey(machine.env)[0] ??
    (await firstWithKey(machine, providers.known)) ??
    defaultProvider;
  const kept = own?.provider === provider ? own.model : undefined;
  const known = Object.hasOwn(providers.known, provider) ? providers.known[provider] : undefined;
  const model = values.model ?? kept ?? known?.defaultModel;
  if (model !== undefined) return { provider, model };
  if (!known) return { provider, model: "" }; // the runtime says which providers there are
  throw new ConfigError("usage", `Which model of ${provider}?`, { nextStep: { do: "name-model" } });
}

/** Who would make the first reply of a new session. Throws `ConfigError` when its model must be named. */
export async function firstToAnswer(sources: ModelSources, values: Settings): Promise<AnsweringModel> {
  const worker = await chooseModel(sources, values);
  const role = (name: string | undefined) =>
    name === undefined ? undefined : modelNamed(sources.providers.known, name, worker.provider);
  const { mode, leadTurns } = values;
  const roles = { planner: role(values.planner), lead: role(values.lead) };
  return answeringModel({ ...worker, mode, leadTurns, ...roles }, 0);
}

/** A model of the provider that answers, or `PROVIDER/MODEL`. Ids of models may hold slashes themselves. */
export function modelNamed(known: KnownProviders, name: string, provider: string): ModelName {
  return { provider, ...readModelName(name, (id) => Object.hasOwn(known, id)) };
}

/** Who does a session's work: not its lead or planner, which are settings of their own. */
async function ownModel(
  { provider, model, entries }: LastModel,
  { lead, planner }: Settings,
  known: KnownProviders,
): Promise<ModelName | undefined> {
  if (provider === undefined || model === undefined) return undefined;
  const others = [lead, planner].flatMap((name) =>
    name === undefined ? [] : [modelNamed(known, name, provider)],
  );
  const isOther = (one: ModelName) =>
    others.some((other) => other.model === one.model && other.provider === one.provider);
  if (!isOther({ provider, model })) return { provider, model };
  let own: ModelName | undefined;
  for await (const entry of entries()) {
    if (entry.kind === "settings" && !isOther(entry)) own = entry;
  }
  return own;
}

const defaultProvider = "anthropic";
