import {
  keyProblem,
  listedModels,
  providerWith,
  runningServers,
  type ConfigureAnswers,
  type CurrentConfig,
  type RunningServer,
} from "@skein/command-line/configure";
import type { Machine } from "@skein/host";
import type { KnownProvider, KnownProviders, ProviderRegistry } from "@skein/host/providers";
import { describeKey, findKey, keptSecrets } from "@skein/host/secrets";
import { counted, type ModelProvider } from "@skein/protocol";
import type { Choice, PromptDialogs } from "@skein/terminal/prompts";

export interface ConfigQuestions {
  readonly machine: Machine;
  readonly providers: ProviderRegistry;
  readonly current: CurrentConfig;
  /** Whether the provider is asked once before its key is kept. */
  readonly isTried: boolean;
  /** What is said of an error. */
  readonly describe: (error: unknown) => { readonly message: string; readonly hint?: string | undefined };
}

/** Asks for provider, key and model, and tries them. @returns `undefined` when the person gives up. */
export async function askForConfig(
  prompts: PromptDialogs,
  { machine, providers, current, isTried, describe }: ConfigQuestions,
): Promise<{ readonly provider: string; readonly answers: ConfigureAnswers } | undefined> {
  prompts.intro("Skein needs a model to talk to.");
  const running = await prompts.during("Looking for models on this machine", () =>
    runningServers(machine, providers),
  );
  const choices = providerChoices(providers.known, running);
  const id = await prompts.select("Who answers?", choices, current.provider);
  const known = id === undefined ? undefined : providers.known[id];
  if (id === undefined || !known) return undefined;
  for (let needsKey = !known.isKeyOptional; ; needsKey = true) {
    const key = needsKey ? await askKey(prompts, { machine, id, known }) : "";
    if (key === undefined) return undefined;
    const answers: ConfigureAnswers = { provider: id, ...(key === "" ? {} : { key }) };
    const provider = await providerWith(machine, providers, { ...answers, id });
    const next = isTried ? await tryIt(prompts, { id, provider, describe }) : "go on";
    if (next === undefined) return undefined;
    if (next === "again") continue;
    const before = current.provider === id ? current.model : undefined;
    const model = await askModel(
      prompts,
      next === "go on" ? provider : undefined,
      before ?? known.defaultModel,
    );
    return model === undefined ? undefined : { provider: id, answers: { ...answers, model } };
  }
}

/** Those that talk to somebody; first those that answer on this machine now. */
function providerChoices(providers: KnownProviders, running: readonly RunningServer[]): readonly Choice[] {
  const here = running.map(({ id, name, models }) => ({
    value: id,
    label: id,
    hint: `${name} runs here: ${counted(models.length, "model")}`,
  }));
  const others = Object.entries(providers)
    .filter(
      ([, { keyVariables, addressVariable }]) => keyVariables.length > 0 || addressVariable !== undefined,
    )
    .filter(([id]) => here.every(({ value }) => value !== id))
    .map(([id, { description }]) => ({ value: id, label: id, hint: description }));
  return [...here, ...others];
}

/** @returns `""` to keep the one that is there. */
async function askKey(
  prompts: PromptDialogs,
  { machine, id, known }: { readonly machine: Machine; readonly id: string; readonly known: KnownProvider },
): Promise<string | undefined> {
  const { keyVariables } = known;
  if (keyVariables.length === 0) return "";
  const found = await findKey(machine, keyVariables, keptSecrets(machine));
  if (found) {
    const choice = await prompts.select(`There is a key: ${describeKey(found)}.`, [
      { value: "keep", label: "Use it" },
      { value: "new", label: "Enter another" },
    ]);
    if (choice !== "new") return choice === undefined ? undefined : "";
  }
  return prompts.secret(`The key for ${id} (it is not shown)`, keyProblem);
}

type Next = "go on" | "again" | "save anyway" | undefined;

async function tryIt(
  prompts: PromptDialogs,
  {
    id,
    provider,
    describe,
  }: { readonly id: string; readonly provider: ModelProvider } & Pick<ConfigQuestions, "describe">,
): Promise<Next> {
  try {
    await prompts.during(`Asking ${id}`, () => provider.check());
    return "go on";
  } catch (error) {
    const { message, hint } = describe(error);
    prompts.say(hint === undefined ? message : `${message}\n${hint}`);
  }
  const choice = await prompts.select("What now?", [
    { value: "again", label: "Try again, with another key if need be" },
    { value: "save anyway", label: "Save it all the same" },
    { value: "stop", label: "Stop, and change nothing" },
  ]);
  return choice === "again" || choice === "save anyway" ? choice : undefined;
}

const other = " other";

/** @param provider - absent when it could not be reached: then there is no list of models. */
async function askModel(
  prompts: PromptDialogs,
  provider: ModelProvider | undefined,
  initial: string | undefined,
): Promise<string | undefined> {
  const offered = provider ? await prompts.during("Looking for models", () => listedModels(provider)) : [];
  if (offered.length > 0) {
    const listed = offered.map(({ id, name }) => ({
      value: id,
      label: id,
      ...(name === undefined ? {} : { hint: name }),
    }));
    const isListed = offered.some(({ id }) => id === initial);
    const known =
      initial === undefined || isListed ? [] : [{ value: initial, label: initial, hint: "not listed" }];
    const choices = [...known, ...listed, { value: other, label: "Another one" }];
    const chosen = await prompts.select("Which model?", choices, initial);
    if (chosen !== other) return chosen;
  }
  return prompts.text("The model, by the provider's own name", initial);
}
