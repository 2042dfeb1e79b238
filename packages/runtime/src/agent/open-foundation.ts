import type { Adversary, AgentParts } from "@skein/agent";
import type { LimitedBudget } from "@skein/sessions/budget";
import type { Budget, Inspector, JsonValue } from "@skein/protocol";
import type { AgentSettings } from "../agent-settings.ts";
import { openDiagnostics } from "../extensions/open-diagnostics.ts";
import type { HookSettings } from "../hooks/open-hooks.ts";
import { openSpending, requirePrice, type OpenSpending } from "../spending-limit.ts";
import type { Lineage } from "../subagents/lineage.ts";
import type { AgentSources } from "./agent-sources.ts";
import type { Authority } from "./authority.ts";
import { userWordsIn, type UserWords } from "./judge-options.ts";
import { loadMeasures } from "./load-measures.ts";
import { openAdversary } from "./open-adversary.ts";
import { openInspectors } from "./open-inspectors.ts";
import { openSessionStorage, type SessionStorage } from "./open-session-storage.ts";
import { resolveModels, type ResolvedModels } from "./resolve-models.ts";

/** What an agent has before its tools: its models, session, limits, and what judges its calls. A subagent shares parts of it. */
export interface AgentFoundation {
  readonly models: ResolvedModels;
  readonly storage: SessionStorage;
  readonly inspectors: readonly Inspector[];
  readonly adversary: Adversary | undefined;
  readonly userWords: UserWords;
  readonly measures: Pick<AgentParts<JsonValue>, "output" | "checks">;
  readonly spending: OpenSpending;
  readonly budget: LimitedBudget | undefined;
  /** The budget, limited further by who runs the agent. */
  readonly callBudget: Budget | undefined;
  readonly diagnostics: ReturnType<typeof openDiagnostics>;
  readonly hooks: HookSettings | undefined;
  /** Number of ancestors. */
  readonly depth: number;
  /** Number of subagents that the tree has started. */
  readonly started: { count: number };
  /** Session of the root agent. */
  readonly root: string;
}

/** Throws `ConfigError`. Only `spending` and, without a lineage, `diagnostics` are to be closed. */
export async function openFoundation(
  sources: AgentSources,
  settings: AgentSettings,
  { gate }: Authority,
  lineage: Lineage | undefined,
): Promise<AgentFoundation> {
  const { env = process.env } = sources;
  const models = await resolveModels(sources, settings, { worker: lineage?.model, mode: gate.mode });
  const storage = await openSessionStorage(sources, settings, lineage);
  const { session, journal, redactor } = storage;
  const inspectors = await openInspectors(settings, {
    redactor,
    guard: sources.guard,
    above: lineage?.inspectors,
  });
  const userWords = lineage?.userWords ?? userWordsIn(journal, session);
  const adversary = lineage ? lineage.adversary : await openAdversary(sources, settings, userWords);
  const measures = await loadMeasures(sources, settings);
  if (!lineage) requirePrice(settings, models.worker);
  const spending = await openSpending(settings, {
    session,
    journal,
    above: lineage?.budget,
    ledger: settings.spending,
    shared: settings.sharedLimit,
    cwd: settings.cwd,
    dataFolder: sources.stores.dataFolder,
  });
  const { budget } = spending;
  return {
    models,
    storage,
    inspectors,
    adversary,
    userWords,
    measures,
    spending,
    budget,
    callBudget: sources.limitCalls ? sources.limitCalls(budget) : budget,
    diagnostics: lineage ? lineage.diagnostics : openDiagnostics(settings, env),
    hooks: lineage ? lineage.hooks : settings.hooks,
    depth: lineage?.depth ?? 0,
    started: lineage?.started ?? { count: 0 },
    root: lineage?.root ?? session,
  };
}
