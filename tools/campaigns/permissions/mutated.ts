import fc from "fast-check";
import { mutations } from "../../../packages/permissions/test/shell-analysis/mutations.ts";
import type { Judge } from "./judged.ts";

interface Drawn {
  /** For each command. */
  readonly count: number;
  readonly seed: number;
  /** Called before each command. */
  readonly pause?: () => Promise<void>;
}

/** Random spellings of commands that are allowed: one to three mutations on top of each other, at random places. */
export async function allowedMutations(
  judge: Judge,
  commands: readonly string[],
  { count, seed, pause = () => Promise.resolve() }: Drawn,
): Promise<readonly string[]> {
  const step = fc.record({ name: fc.constantFrom(...Object.keys(mutations)), at: fc.nat(500) });
  const steps = fc.array(step, { minLength: 1, maxLength: 3 });
  const allowed: string[] = [];
  for (const [index, command] of commands.entries()) {
    await pause();
    for (const drawn of fc.sample(steps, { numRuns: count, seed: seed + index })) {
      const mutated = drawn.reduce((text, { name, at }) => mutations[name]?.(text, at) ?? text, command);
      if ((await judge(mutated)).startsWith("allow")) allowed.push(mutated);
    }
  }
  return allowed;
}
