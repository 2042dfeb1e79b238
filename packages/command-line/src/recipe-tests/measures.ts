import type { Machine } from "@skein/host";
import { usableRecipe } from "@skein/host/recipes";
import { ConfigError } from "@skein/protocol";
import type { Measures, TestCase } from "@skein/recipes/tests";
import { parameterValues, renderRecipe } from "@skein/recipes";

const none: Measures = {};

/** What each recipe of the cases is measured by, with the values of its first case. */
export async function measuresOf(
  machine: Machine,
  cases: readonly TestCase[],
  cwd: string,
): Promise<ReadonlyMap<string, Measures>> {
  const firsts = new Map(cases.toReversed().map((test) => [test.recipe, test] as const));
  const measured = [...firsts.values()].map(
    async (test) => [test.recipe, await measureOf(machine, test, cwd)] as const,
  );
  return new Map(await Promise.all(measured));
}

async function measureOf(machine: Machine, { recipe, parameters }: TestCase, cwd: string): Promise<Measures> {
  try {
    const { read } = await usableRecipe(machine, recipe, cwd);
    const { values } = await parameterValues(read.parameters, parameters, { cwd });
    return (await renderRecipe(read, values)).recipe ?? none;
  } catch (error) {
    if (ConfigError.is(error)) return none;
    throw error;
  }
}
