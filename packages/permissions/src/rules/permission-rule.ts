import { ConfigError, type Verdict, verdicts } from "@skein/protocol";
import { parseRule } from "./parse-rule.ts";
import type { RuleSubject } from "./rule-subject.ts";

/**
 * What is written down about calls. `tool` is the text of the rule:
 * - the name the model sees, `developer__shell` or `shell`, or the extension's and the tool's own name,
 * - the name of an extension, also `github__*`, for all its tools; `*`, for every tool,
 * - `shell(git push *)`, `read(~/.ssh/**)`, `edit(src/**)`, `fetch(domain:example.com)`, `mcp(github__get_*)`,
 *   `subagent(model:some-*)`, `outside(npm install *)` for commands that are to run outside the sandbox,
 * - the same as Claude Code writes it: `Bash(git push:*)`, `Read(./.env)`, `mcp__github__push`.
 *
 * A rule that asks or denies also covers tools of that own name in other extensions; one that allows never does, so
 * that a stranger cannot inherit it by choosing a name.
 */
export interface PermissionRule {
  readonly tool: string;
  readonly verdict: Verdict;
  /** For a denial: what the model is told. For a question: why it is asked. */
  readonly reason?: string;
  /** Where it is written, for people: `~/.config/skein/config.yaml:12:3`. */
  readonly source?: string;
}

export interface CompiledRule {
  readonly rule: PermissionRule;
  readonly subject: RuleSubject;
}

/** The stricter of two; the first when they are equal. deny beats ask beats allow. */
export function stricter<Judged extends { readonly verdict: Verdict }>(one: Judged, other: Judged): Judged {
  return verdicts.indexOf(other.verdict) > verdicts.indexOf(one.verdict) ? other : one;
}

/** Throws `ConfigError` for a rule that cannot be understood: a broken policy is not an empty one. */
export function compileRules(rules: readonly PermissionRule[]): readonly CompiledRule[] {
  return rules.map((rule, index) => {
    const { tool, verdict, source } = rule;
    const place = source === undefined ? `Permission rule ${index + 1}` : `${source}: permission rule`;
    const parsed = parseRule(typeof tool === "string" ? tool : "");
    if ("problem" in parsed) {
      const { message, fix } = parsed.problem;
      throw new ConfigError("usage", `${place}: ${message}`, { hint: fix });
    }
    if (!verdicts.includes(verdict)) {
      throw new ConfigError("usage", `${place}, for ${tool}, says ${JSON.stringify(verdict)}.`, {
        hint: `Use one of: ${verdicts.join(", ")}.`,
      });
    }
    return { rule, subject: parsed.subject };
  });
}

/** Which rule decided, for people. */
export function describeRule({ tool, source }: PermissionRule): string {
  return `rule for ${tool}${source === undefined ? "" : `, ${source}`}`;
}
