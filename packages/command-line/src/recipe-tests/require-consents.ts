import type { Machine } from "@skein/host";
import { usableRecipe, shortPath, consentFor, requireConsent, type AskForConsent } from "@skein/host/recipes";
import { ConfigError, NotStartedError, type NextStep } from "@skein/protocol";
import type { TestCase } from "@skein/recipes/tests";
import type { RecipeTrust } from "@skein/settings";
import { actingCalls, agreeToCalls, type ActingCalls } from "./acting-calls.ts";

/** How a person is asked. Without an answer nothing is agreed to. */
export interface TestQuestions {
  readonly consent: AskForConsent;
  /** @param name - of their file, as it is shown. */
  calls(calls: ActingCalls, name: string): Promise<boolean>;
}

export interface TestConsentOptions {
  /** Where recipes are looked for, and paths are shown from. */
  readonly cwd: string;
  /** Hashes that were agreed to for this run. */
  readonly trustHashes: readonly string[];
  /** Absent: no one is available to ask. */
  readonly ask?: TestQuestions | undefined;
  /** What the user has agreed to before. */
  readonly store: RecipeTrust;
}

/**
 * Asks for what the recipes of the cases run, as a run of them would, and for what the cases have tools do: both are done
 * for real. A recipe that cannot be used is left to its cases, which fail. Throws `NotStartedError`, for all of them at once
 * where no one is available to ask.
 */
export async function requireConsents(
  machine: Machine,
  cases: readonly TestCase[],
  options: TestConsentOptions,
): Promise<void> {
  const refusals: NotStartedError[] = [];
  const collect = async (work: Promise<void>): Promise<void> => {
    try {
      await work;
    } catch (error) {
      if (!NotStartedError.is(error) || error.code !== "needs-input") throw error;
      refusals.push(error);
    }
  };
  for (const recipe of new Set(cases.map((test) => test.recipe)))
    await collect(requireRecipe(machine, recipe, options));
  for (const acting of await actingCalls(cases)) await collect(requireCalls(acting, options));
  if (refusals.length === 0) return;
  throw new NotStartedError("needs-input", refusals.map(({ message }) => message).join("\n"), {
    nextStep: { do: "agree-to-recipe-tests", to: refusals.flatMap(({ nextStep }) => agreementIn(nextStep)) },
  });
}

function agreementIn(step: NextStep | undefined) {
  return step?.do === "agree-to-recipe" ? [step] : [];
}

async function requireRecipe(
  machine: Machine,
  recipe: string,
  { cwd, store, trustHashes, ask }: TestConsentOptions,
): Promise<void> {
  try {
    const named = await usableRecipe(machine, recipe, cwd);
    const consent = await consentFor(named, { cwd, folder: cwd });
    await requireConsent(store, consent, { trustHashes, ask: ask?.consent });
  } catch (error) {
    if (!ConfigError.is(error)) throw error;
  }
}

async function requireCalls(
  acting: ActingCalls,
  { cwd, store, trustHashes, ask }: TestConsentOptions,
): Promise<void> {
  const { file, lines, hash } = acting;
  if (trustHashes.includes(hash) || (await store.has(hash))) return;
  const name = shortPath(file, cwd);
  if (!ask) {
    throw new NotStartedError(
      "needs-input",
      `${callsReason(name)}, and no one is available to ask:\n${lines.map((line) => `  ${line}`).join("\n")}`,
      { nextStep: { do: "agree-to-recipe", recipe: name, hash } },
    );
  }
  if (!(await ask.calls(acting, name)))
    throw new NotStartedError("cancelled", `${name} was not agreed to. Nothing was started.`);
  await agreeToCalls(store, acting);
}

/** The reason why it is asked for, without a mark at its end. @param name - of the file of the cases. */
export function callsReason(name: string): string {
  return `The cases of ${name} have tools do what no one has approved`;
}
