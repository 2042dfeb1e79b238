import { parsePattern, PatternError } from "../shell-analysis/index.ts";
import type { RuleProblem } from "./rule-problem.ts";
import type { RuleSubject } from "./rule-subject.ts";

/**
 * What `shell(…)` and `outside(…)` are about. A last `:*` is how Claude Code writes the beginning of a command: `git push:*`. A rule that
 * allows takes it for further words, or for the rest of a word; one that restricts for anything.
 */
export function commandSubject(
  text: string,
  form: "shell" | "outside",
): { readonly subject: RuleSubject } | { readonly problem: RuleProblem } {
  const written = text.trim();
  if (written === "")
    return {
      problem: {
        message: "it names no command",
        fix: `Write ${form}(git push *), or ${form === "shell" ? form : "outside(*)"} for all commands.`,
      },
    };
  const about = { kind: "shell", ...(form === "outside" ? { isOutside: true } : {}) } as const;
  if (written === "*") return { subject: { ...about, commands: "all" } };
  const start = /^(.*[^\s:]):\*$/s.exec(written)?.[1];
  const forms = start === undefined ? [written] : [`${start} *`, written];
  try {
    const allowing = forms.map(parsePattern);
    const restricting = start === undefined ? allowing : [parsePattern(`${start}* *`), ...allowing];
    return { subject: { ...about, commands: { allowing, restricting } } };
  } catch (error) {
    if (!(error instanceof PatternError)) throw error;
    return { problem: { message: error.message, fix: error.fix } };
  }
}
