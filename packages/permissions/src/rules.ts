import { ConfigError, type Decision, type GateRequest, type Verdict } from "@skein/protocol";
import { ruleFormProblem } from "./rule-names.ts";

/**
 * What is written down about tools. `tool` is one of
 * - the name the model sees, `developer__shell` or `shell`,
 * - the extension's and the tool's own name, `developer__shell`,
 * - the name of an extension, also `github__*`, for all its tools,
 * - `*`, for every tool.
 *
 * A rule that asks or denies also covers tools of that own name in other extensions; one that allows never does, so
 * that a stranger cannot inherit it by choosing a name.
 */
export interface PermissionRule {
  readonly tool: string;
  readonly verdict: Verdict;
  /** For a denial: what the model is told. For a question: why it is asked. */
  readonly reason?: string;
}

/** From the freest to the strictest. */
const order: readonly Verdict[] = ["allow", "ask", "deny"];

/** The stricter of two; the first when they are equal. deny beats ask beats allow. */
export function stricter<Judged extends { readonly verdict: Verdict }>(one: Judged, other: Judged): Judged {
  return order.indexOf(other.verdict) > order.indexOf(one.verdict) ? other : one;
}

/** Throws `ConfigError` for a rule that cannot be understood: a broken policy is not an empty one. */
export function checkRules(rules: readonly PermissionRule[]): void {
  for (const [index, { tool, verdict }] of rules.entries()) {
    const place = `Permission rule ${index + 1}`;
    const problem = ruleFormProblem(typeof tool === "string" ? tool : "");
    if (problem) throw new ConfigError("usage", `${place}: ${problem.message}`, { hint: problem.fix });
    if (!order.includes(verdict)) {
      throw new ConfigError("usage", `${place}, for ${tool}, says ${JSON.stringify(verdict)}.`, {
        hint: `Use one of: ${order.join(", ")}.`,
      });
    }
  }
}

/** What the rules say of a call; `undefined` when none speaks of it. */
export function decideByRules(rules: readonly PermissionRule[], request: GateRequest): Decision | undefined {
  const [first, ...others] = rules.filter((rule) => covers(rule, request));
  if (!first) return undefined;
  const { tool, verdict, reason } = others.reduce(stricter, first);
  return { verdict, by: `rule for ${tool}`, reason: reason ?? `A rule for ${tool} says ${verdict}.` };
}

function covers({ tool, verdict }: PermissionRule, { tool: name, extension }: GateRequest): boolean {
  const whole = [extension, `${extension}__*`, "*"];
  if ([...whole, `${extension}__${ownName(name, extension)}`].includes(tool)) return true;
  if (verdict !== "allow") return tool === name || tool === ownName(name, extension);
  // `github__push` speaks of an extension. Another one may not have the rule for a tool that it calls just so.
  return tool === name && !tool.includes("__");
}

/** Whether a rule names the tool itself: not its extension, and not all tools. */
export function namesTool({ tool }: PermissionRule, { tool: name, extension }: GateRequest): boolean {
  const own = ownName(name, extension);
  return [name, own, `${extension}__${own}`].includes(tool);
}

export function ownName(name: string, extension: string): string {
  return name.startsWith(`${extension}__`) ? name.slice(extension.length + 2) : name;
}
