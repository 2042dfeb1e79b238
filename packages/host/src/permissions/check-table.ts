import { ConfigError, type Verdict, verdicts } from "@skein/protocol";
import { readConfigFile } from "@skein/settings";
import type { Machine } from "../machine.ts";
import { commandPolicy, explainBy, type Explanation, type ExplainOptions } from "./explain-command.ts";

/** One line of a table of commands, and what became of it. */
export interface TableResult {
  readonly expected: Verdict;
  readonly passed: boolean;
  readonly explanation: Explanation;
}

const example = 'Write it like this:\n"git status": allow\n"git push": deny';

/** Checks a YAML or JSON map from commands to `allow`, `ask` or `deny`. Throws `ConfigError` for a file of another form. */
export async function checkTable(
  machine: Machine,
  file: string,
  options: ExplainOptions,
): Promise<readonly TableResult[]> {
  const policy = await commandPolicy(machine, options);
  const results: TableResult[] = [];
  for (const [command, expected] of await expectations(file)) {
    const explanation = await explainBy(policy, command);
    results.push({ expected, passed: explanation.decision === expected, explanation });
  }
  return results;
}

async function expectations(file: string): Promise<readonly (readonly [string, Verdict])[]> {
  const entries = await readConfigFile(file);
  if (!entries || entries.length === 0) {
    const message = entries ? `${file} holds no commands.` : `There is no ${file}.`;
    throw new ConfigError("usage", message, { hint: example });
  }
  return entries.map(({ key, value, line, column }) => {
    const expected = verdicts.find((one) => one === value);
    if (expected) return [key, expected] as const;
    throw new ConfigError(
      "usage",
      `${file}:${line}:${column}: the decision for ${JSON.stringify(key)} is unknown.`,
      {
        hint: `Use one of: ${verdicts.join(", ")}.`,
      },
    );
  });
}
