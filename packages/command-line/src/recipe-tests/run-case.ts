import { mkdir, realpath, rm } from "node:fs/promises";
import { join } from "node:path";
import type { Machine } from "@skein/host";
import { usableRecipe, givenValues, renderNamed } from "@skein/host/recipes";
import { collectEntries } from "@skein/host/sessions";
import { defaultBuiltins, outcomeOfError, SkeinError } from "@skein/protocol";
import { createRuntime, makeTemporaryFolder, newSessionId, type AgentSettings } from "@skein/runtime";
import {
  changedRecipe,
  fillWorkspace,
  observe,
  readWorkspace,
  type Observed,
  type RunCase,
  type TestCase,
} from "@skein/recipes/tests";
import { recipeAgent, recipeInput } from "@skein/runtime/recipes";
import { caseModel, type CannedModels } from "./case-model.ts";

export interface CaseRunnerOptions {
  /** Ids of the providers that recipes may name; none of them receives a request. */
  readonly providers: readonly string[];
  readonly models: CannedModels;
  /** Paths below it are shown from there. */
  readonly cwd: string;
  /** Gets sentences: what a recipe wants and does not get. */
  readonly warn: (sentence: string) => void;
  /** Whether somebody has agreed to what a recipe runs, by its hash. */
  readonly isTrusted: (hash: string) => Promise<boolean>;
}

/** A case that never ends is a case that fails. */
const longestMs = 300_000;

/**
 * Runs cases as a recipe would be run, but for the model and for all that is the user's: each in a workspace and a data
 * folder of its own, without settings, hints or keys. Nothing of them is left.
 */
export function caseRunner(machine: Machine, options: CaseRunnerOptions): RunCase {
  return async (test, signal) => {
    const folder = await realpath(await makeTemporaryFolder("skein-recipe-test-"));
    try {
      return await runIn(folder, test, { ...options, machine, signal });
    } catch (error) {
      signal.throwIfAborted();
      if (!SkeinError.is(error)) throw error;
      return notStarted(error);
    } finally {
      await rm(folder, { recursive: true, force: true, maxRetries: 3 });
    }
  };
}

interface CaseRun extends CaseRunnerOptions {
  readonly machine: Machine;
  readonly signal: AbortSignal;
}

async function runIn(
  folder: string,
  test: TestCase,
  { machine, providers, models, signal, warn, isTrusted, cwd: shownFrom }: CaseRun,
): Promise<Observed> {
  const [cwd, scripts] = [join(folder, "workspace"), join(folder, "scripts")];
  for (const each of [cwd, scripts]) await mkdir(each);
  await fillWorkspace(test, cwd);
  const named = await usableRecipe(machine, test.recipe, shownFrom);
  const { values } = await givenValues(named, test.parameters, { cwd, canAsk: false, warn });
  const rendered = await renderNamed(named, values, cwd);
  const recipe = changedRecipe(rendered.recipe, test.change);

  const session = newSessionId(new Date(), Math.random);
  const model = await caseModel({
    models,
    model: test.model,
    session,
    folder: scripts,
    entriesOf: (of) => collectEntries(runtime.sessions.entries(of)),
  });
  await using runtime = createRuntime({
    providers: Object.fromEntries(providers.map((id) => [id, async () => model.provider(id)])),
    dataFolder: join(folder, "data"),
  });
  const base: AgentSettings = {
    ...anyModel,
    mode: test.mode ?? "auto",
    cwd,
    session,
    interaction: "execute",
    builtins: defaultBuiltins,
    checkpoints: false,
    limits: { maxTimeMs: longestMs },
  };
  const { settings, warnings } = await recipeAgent({ read: named.read, recipe }, base, {
    secret: async (name) => machine.env[name],
    providerId: (name) => (providers.includes(name) ? name : anyModel.provider),
    defaultModel: () => anyModel.model,
    isTrusted,
  });
  for (const warning of warnings) warn(warning);
  const { agent } = await runtime.open(settings, signal);
  const result = await agent.run(recipeInput(recipe), { signal }).result;
  await agent.close();
  const first = model.first();
  return observe({
    result,
    entries: await collectEntries(runtime.sessions.entries(session)),
    context: first && { system: first.system, tools: first.tools },
    files: await readWorkspace(test, cwd),
  });
}

/** Who answers where the recipe does not say. */
const anyModel = { provider: "replay", model: "scripted" };

/** What is wrong was seen before anything began, as with a run. */
function notStarted(error: SkeinError): Observed {
  return {
    outcome: outcomeOfError(error),
    error: error.message,
    text: "",
    turns: 0,
    usage: {},
    calls: [],
    files: {},
    prompt: "",
  };
}
