import { analyzePlainCommand } from "./shell-analysis.ts";
import type { Word } from "./simple-commands.ts";

/** Programs that run what they are given: only the very command can be allowed. */
const runners: ReadonlySet<string> = new Set(
  "bash sh zsh dash ksh fish eval exec command env sudo doas su xargs find nohup time timeout nice watch ssh python python3 node deno ruby perl php npx bunx uvx awk sed docker podman kubectl curl wget git rm dd chmod chown".split(
    " ",
  ),
);
/** Of those, the first words that make them do one thing. */
const narrow: ReadonlyMap<string, RegExp> = new Map([
  ["node", /^--(?:test|check|version)$/],
  ["deno", /^(?:test|check|lint|fmt)$/],
  ["git", /^(?:add|commit|status|diff|log|show|fetch|stash|switch|branch|restore)$/],
]);
/** Programs whose second word names a script of the project. */
const scripted: ReadonlySet<string> = new Set(["npm", "pnpm", "yarn", "bun", "make", "just", "task"]);

/**
 * The smallest rules that would be of use beside a command: one for each of its parts that does not only read. A rule keeps
 * the words that say what the program does and leaves its operands open. None for a command that is not understood.
 *
 * @param form - default `shell`; `outside`: for the command where it is to run outside the sandbox.
 */
export function suggestCommandRules(command: string, form: "shell" | "outside" = "shell"): readonly string[] {
  const { segments } = analyzePlainCommand(command);
  const rules = segments.filter(({ isHarmless }) => !isHarmless).map(({ words }) => patternFor(words));
  return rules.every((rule) => rule !== undefined)
    ? [...new Set(rules)].map((pattern) => `${form}(${pattern})`)
    : [];
}

function patternFor(words: readonly Word[]): string | undefined {
  if (words.some(({ isExpanded, text }) => isExpanded || !/^[\w@%+=:,./-]+$/.test(text))) return undefined;
  const [program, ...rest] = words.map(({ text }) => text);
  if (program === undefined || program.includes("=")) return undefined;
  const whole = [program, ...rest].join(" ");
  const [second, third] = rest;
  const name = program.slice(program.lastIndexOf("/") + 1);
  if (runners.has(name)) {
    const isNarrow = second !== undefined && (narrow.get(name)?.test(second) ?? false);
    return isNarrow ? `${program} ${second} *` : whole;
  }
  if (second === undefined) return whole;
  if (scripted.has(name)) {
    const isRun = second === "run" || second === "exec";
    if (isRun && third !== undefined && second === "run") return `${program} run ${third} *`;
    return isRun || second.startsWith("-") ? whole : `${program} ${second} *`;
  }
  // A subcommand is a plain word; anything else is an operand.
  return /^[a-z][a-z0-9-]*$/.test(second) && rest.length > 1 ? `${program} ${second} *` : `${program} *`;
}
