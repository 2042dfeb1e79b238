import type { JsonObject, ModelLimits, ModelPrice, ModelProvider } from "@skein/protocol";
import type { Machine } from "../../machine.ts";
import { userSettings } from "../../settings/user-entries.ts";
import type { KnownProvider } from "../known-provider.ts";
import { providerAccess } from "../provider-access.ts";
import type { ProviderRegistry } from "../provider-registry.ts";
import { catalogFacts, type CatalogFacts } from "./catalog-facts.ts";
import { dropCatalog, keepCatalog, keptCatalog, keptFacts, type KeptCatalog } from "./kept-catalog.ts";
import { fetchCatalog, shownCatalog, usualCatalog } from "./fetch-catalog.ts";
import { factsWith, type KnownFacts } from "./with-catalog.ts";
import { isLower } from "./price-order.ts";

/** What a refresh would change of one model. */
export interface CatalogChange {
  readonly model: string;
  /** `new`: nothing was known of it. `lower-price`: waits until a person agrees. */
  readonly kind: "new" | "limits" | "price" | "lower-price";
  readonly before: CatalogFacts;
  readonly after: CatalogFacts;
}

/** What a refresh would do with one provider. */
export interface PlannedCatalog {
  readonly provider: string;
  /** How many models the list has of it. */
  readonly count: number;
  readonly changes: readonly CatalogChange[];
  /** Models whose entry cannot be used, each with the reason; they stay as they were. */
  readonly problems: readonly string[];
}

interface PlannedFile extends PlannedCatalog {
  readonly models: JsonObject;
  readonly lowerPrices: readonly string[];
}

interface RefreshSources {
  readonly machine: Machine;
  readonly providers: ProviderRegistry;
}

export interface RefreshOptions {
  /** An address or a file. Default: the setting `modelCatalog`, or models.dev. */
  readonly from: string | undefined;
  /** Whether nothing is kept. */
  readonly isDryRun: boolean;
  /** Called before the list is read, with its place for people. */
  readonly reading: (source: string) => void;
  /**
   * Whether prices that are lower than those that come with Skein may be used; called with how many there are, when all
   * changes are known.
   */
  readonly mayLower: (count: number, planned: readonly PlannedCatalog[]) => Promise<boolean>;
}

export interface RefreshedCatalog extends Refresh {
  readonly isDryRun: boolean;
  readonly lowerPrices: number;
  readonly providers: readonly PlannedCatalog[];
}

/** Reads a list of models, compares it with what holds now, and keeps what may be kept. Throws `ConfigError`. */
export async function refreshCatalog(
  sources: RefreshSources,
  { from, isDryRun, reading, mayLower }: RefreshOptions,
): Promise<RefreshedCatalog> {
  const { machine } = sources;
  const address = from ?? (await userSettings(machine)).values.modelCatalog ?? usualCatalog;
  const source = shownCatalog(address);
  reading(source);
  const planned = await planRefresh(sources, await fetchCatalog(address));
  const providers = planned.map(({ provider, count, changes, problems }) => ({
    provider,
    count,
    changes,
    problems,
  }));
  const lower = providers.flatMap(({ changes }) => changes.filter(({ kind }) => kind === "lower-price"));
  const lowersPrices = await mayLower(lower.length, providers);
  const refresh: Refresh = { source, fetchedAt: new Date().toISOString(), lowersPrices };
  if (!isDryRun) await keepRefresh(machine, planned, refresh);
  return { ...refresh, isDryRun, lowerPrices: lower.length, providers };
}

/** For each provider that the list has. */
async function planRefresh(
  { machine, providers }: RefreshSources,
  list: ReadonlyMap<string, JsonObject>,
): Promise<readonly PlannedFile[]> {
  const found = Object.entries(providers.known).flatMap(([id, provider]) => {
    const models = list.get(catalogIdOf(id, provider) ?? "");
    return models ? [{ id, provider, models }] : [];
  });
  const planned = found.map(async ({ id, provider, models }) => {
    const access = await providerAccess(machine, { id, ...provider }, { say: undefined });
    const loaded = await provider.load(access).catch(() => undefined); // its package or a setting is not there
    return plannedFor(id, models, { kept: await keptCatalog(machine, id), loaded });
  });
  return Promise.all(planned);
}

/** A server of one's own has models of its own, whatever its name is. */
function catalogIdOf(id: string, { catalogId, definedBy = "bundled", localServer }: KnownProvider) {
  return catalogId ?? (definedBy === "bundled" && !localServer ? id : undefined);
}

interface Known {
  readonly kept: KeptCatalog | undefined;
  /** Without what is kept. */
  readonly loaded: ModelProvider | undefined;
}

function plannedFor(provider: string, models: JsonObject, { kept, loaded }: Known): PlannedFile {
  const taken: Record<string, JsonObject[string]> = {};
  const problems: string[] = [];
  const changes: CatalogChange[] = [];
  for (const [model, entry] of Object.entries(models)) {
    const after = catalogFacts(entry);
    if ("problem" in after) {
      problems.push(`${provider} ${model}: ${after.problem}`);
      if (kept && keptFacts(kept, model)) taken[model] = kept.models[model]!;
      continue;
    }
    taken[model] = entry;
    const own: KnownFacts = loaded?.model(model) ?? { id: model, limits: {} };
    const before = factsWith(own, kept);
    const kind = kindOf({ own: own.price, before, after });
    if (kind) changes.push({ model, kind, before, after });
  }
  const lowerPrices = (kept?.lowerPrices ?? []).filter((model) => Object.hasOwn(taken, model));
  return { provider, count: Object.keys(models).length, changes, problems, models: taken, lowerPrices };
}

interface Compared {
  /** The price that came with Skein. */
  readonly own: ModelPrice | undefined;
  readonly before: CatalogFacts;
  readonly after: CatalogFacts;
}

function kindOf({ own, before, after }: Compared): CatalogChange["kind"] | undefined {
  if (before.price === undefined && before.limits.contextTokens === undefined)
    return after.price || after.limits.contextTokens ? "new" : undefined;
  const isLowered = before.price && after.price && isLower(after.price, before.price);
  if (isLowered && own && isLower(after.price, own)) return "lower-price";
  if (after.price && differs(after.price, before.price)) return "price";
  const hasNewEfforts = after.efforts !== undefined && before.efforts === undefined;
  return hasNewEfforts || differs(after.limits, before.limits) ? "limits" : undefined;
}

/** Whether something that the list says is not what holds. */
function differs<Facts extends ModelLimits | ModelPrice>(after: Facts, before: Facts | undefined): boolean {
  const said = { ...before, ...after };
  return JSON.stringify(sorted(said)) !== JSON.stringify(sorted(before ?? {}));
}

function sorted(facts: object): readonly (readonly [string, unknown])[] {
  return Object.entries(facts).toSorted(([one], [other]) => (one < other ? -1 : 1));
}

interface Refresh {
  readonly source: string;
  /** ISO time. */
  readonly fetchedAt: string;
  /** Whether prices that are lower than what holds may be used. */
  readonly lowersPrices: boolean;
}

/** Keeps what was planned. Prices that may not be lowered stay as they are. */
async function keepRefresh(
  machine: Machine,
  planned: readonly PlannedFile[],
  { source, fetchedAt, lowersPrices }: Refresh,
): Promise<void> {
  for (const { provider, models, changes, lowerPrices } of planned) {
    if (Object.keys(models).length === 0) {
      await dropCatalog(machine, provider);
      continue;
    }
    const lower = changes.filter(({ kind }) => kind === "lower-price").map(({ model }) => model);
    const kept = lowersPrices
      ? { models, lowerPrices: [...new Set([...lowerPrices, ...lower])] }
      : { models, lowerPrices: lowerPrices.filter((model) => !lower.includes(model)) };
    await keepCatalog(machine, provider, { source, fetchedAt, ...kept });
  }
}
