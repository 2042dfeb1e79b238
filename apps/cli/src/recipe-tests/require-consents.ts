import { ConfigError, NotStarted } from "@skein/protocol";
import type { TestCase } from "@skein/runtime/recipe-tests";
import type { RecipeTrust } from "@skein/settings";
import { consentFor, requireConsent, shortPath, usableRecipe, type Consent } from "@skein/host/recipes";
import type { Prompts } from "../configure/prompts.ts";
import { thisMachine } from "../machine.ts";
import { askForConsent } from "../recipe/recipe-questions.ts";
import { shellWord } from "../terminal/shell-word.ts";
import { saidError } from "../wording/next-step.ts";
import { actingCalls, type ActingCalls } from "./acting-calls.ts";
import { keepTrust } from "./trust-tests.ts";

export interface TestConsentOptions {
  readonly cwd: string;
  /** Hashes that were agreed to for this run. */
  readonly trustHashes: readonly string[];
  /** Absent: nobody can be asked. */
  readonly prompts?: Pick<Prompts, "say" | "select"> | undefined;
  /** What the user has agreed to before. */
  readonly store: RecipeTrust;
}

/**
 * Asks for what the recipes of the cases run, as a run of them would, and for what the cases have tools do: both are done
 * for real. A recipe that cannot be used is left to its cases, which fail. Throws `NotStarted`, for all of them at once
 * where nobody can be asked.
 */
export async function requireConsents(
  cases: readonly TestCase[],
  options: TestConsentOptions,
): Promise<void> {
  const refusals: NotStarted[] = [];
  const collect = async (work: Promise<void>): Promise<void> => {
    try {
      await work;
    } catch (error) {
      if (!NotStarted.is(error) || error.code !== "needs-input") throw error;
      refusals.push(error);
    }
  };
  for (const recipe of new Set(cases.map((test) => test.recipe)))
    await collect(requireRecipe(recipe, options));
  for (const acting of await actingCalls(cases)) await collect(requireCalls(acting, options));
  if (refusals.length === 0) return;
  throw new NotStarted("needs-input", refusals.map(({ message }) => message).join("\n"), {
    hint: [
      ...refusals.map((refusal) => saidError(refusal).hint ?? ""),
      "or for all of them, where they are yours: --trust",
    ].join("\n"),
  });
}

async function requireRecipe(recipe: string, options: TestConsentOptions): Promise<void> {
  try {
    const { cwd, trustHashes, prompts, store } = options;
    const named = await usableRecipe(thisMachine(), recipe, cwd);
    const ask = prompts && ((consent: Consent) => askForConsent(consent, prompts));
    await requireConsent(store, await consentFor(named, { cwd, folder: cwd }), { trustHashes, ask });
  } catch (error) {
    if (!ConfigError.is(error)) throw error;
  }
}

async function requireCalls(acting: ActingCalls, options: TestConsentOptions): Promise<void> {
  const { cwd, store, trustHashes, prompts } = options;
  const { file, lines, hash } = acting;
  if (trustHashes.includes(hash) || (await store.has(hash))) return;
  const name = shortPath(file, cwd);
  const said = `The cases of ${name} have tools do what nobody has agreed to`;
  if (!prompts) {
    throw new NotStarted(
      "needs-input",
      `${said}, and nobody can be asked here:\n${lines.map((line) => `  ${line}`).join("\n")}`,
      {
        hint: `Read it, then agree for good: skein trust ${shellWord(name)}\nor for this run: --trust-hash ${hash}`,
      },
    );
  }
  prompts.say([`${said}:`, ...lines, `SHA-256 ${hash}`].join("\n"));
  const answer = await prompts.select("Run these tests? They are asked for once.", [
    { value: "no", label: "No", hint: "nothing is started" },
    { value: "yes", label: "Yes" },
  ]);
  if (answer !== "yes") throw new NotStarted("cancelled", `${name} was not agreed to. Nothing was started.`);
  await keepTrust(store, acting);
}
