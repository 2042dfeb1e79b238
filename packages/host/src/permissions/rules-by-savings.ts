/** A command that sessions have asked about. */
export interface AskedCommand {
  readonly command: string;
  /** How often. */
  readonly times: number;
  /** The rules that together would allow it. */
  readonly remedies: readonly string[];
}

interface RulesWithSavings {
  /** What is added to the rules before; mostly one. */
  readonly rules: readonly string[];
  /** The commands that are then covered and were not before. */
  readonly commands: readonly AskedCommand[];
}

/** Step by step, the rules that cover the most questions that the steps before have left. */
export function rulesBySavings(asked: readonly AskedCommand[]): readonly RulesWithSavings[] {
  const steps: RulesWithSavings[] = [];
  const chosen = new Set<string>();
  let left = asked;
  while (left.length > 0) {
    const candidates = left.map(({ remedies }) => {
      const rules = remedies.filter((rule) => !chosen.has(rule));
      const commands = left.filter((one) =>
        one.remedies.every((rule) => chosen.has(rule) || rules.includes(rule)),
      );
      return { rules, commands, saved: commands.reduce((sum, { times }) => sum + times, 0) };
    });
    const best = candidates.reduce((one, other) =>
      other.saved / other.rules.length > one.saved / one.rules.length ? other : one,
    );
    for (const rule of best.rules) chosen.add(rule);
    steps.push({ rules: best.rules, commands: best.commands });
    left = left.filter((one) => !best.commands.includes(one));
  }
  return steps;
}
