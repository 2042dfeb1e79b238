import type { RuleSubject } from "./rule-subject.ts";

/** What other programs call our tools, in lower case. */
export const otherNames: Readonly<Record<string, string>> = {
  bash: "shell",
  run_shell_command: "shell",
  read_file: "read",
  write_file: "write",
  multiedit: "edit",
  text_editor: "edit",
  grep: "search",
  glob: "search",
  ls: "tree",
  task: "subagent",
};

/** Tools of Claude Code by the exact names of its rules, and what the same rule covers here. */
const claudeTools: Readonly<Record<string, { readonly form: string; readonly tools: readonly string[] }>> = {
  Bash: { form: "shell", tools: ["developer__shell"] },
  Read: { form: "read", tools: ["developer__read", "developer__search", "developer__tree"] },
  Grep: { form: "read", tools: ["developer__search"] },
  Glob: { form: "read", tools: ["developer__tree"] },
  LS: { form: "read", tools: ["developer__tree"] },
  Edit: { form: "edit", tools: ["developer__edit", "developer__write"] },
  MultiEdit: { form: "edit", tools: ["developer__edit"] },
  Write: { form: "edit", tools: ["developer__write"] },
  WebFetch: { form: "fetch", tools: ["fetch"] },
  Task: { form: "subagent", tools: ["subagents__subagent"] },
  Agent: { form: "subagent", tools: ["subagents__subagent"] },
};

type ForeignRule = { readonly subject: RuleSubject } | { readonly head: string; readonly argument: string };

/** A rule as Claude Code writes it, in our terms; `undefined` for one that is not of its forms. */
export function foreignRule(head: string, argument: string | undefined): ForeignRule | undefined {
  const [, server, tool] = /^mcp__(.+?)(?:__(.+))?$/.exec(head) ?? [];
  if (server !== undefined && argument === undefined) {
    const isWhole = tool === undefined || tool === "*";
    return tool?.includes("*") && !isWhole
      ? { head: "mcp", argument: `${server}__${tool}` }
      : { subject: { kind: "tool", name: `${server}__${tool ?? "*"}` } };
  }
  const known = Object.hasOwn(claudeTools, head) ? claudeTools[head] : undefined;
  if (!known) return undefined;
  const said = argument?.trim();
  if (said === undefined || said === "*" || said === ":*")
    return { subject: { kind: "tools", names: known.tools } };
  const isPath = known.form === "read" || known.form === "edit";
  if (known.form === "subagent") return { head: "subagent", argument: `agent:${said}` };
  return { head: known.form, argument: isPath ? pathFrom(said) : said };
}

/** There `//x` is at the root, and `/x` in the project. */
function pathFrom(path: string): string {
  if (path.startsWith("//")) return path.slice(1);
  return path.startsWith("/") ? `.${path}` : path;
}
