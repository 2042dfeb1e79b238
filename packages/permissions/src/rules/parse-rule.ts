import { hostPattern } from "@skein/platform/hosts";
import { toolAlias } from "@skein/protocol";
import { commandSubject } from "./command-patterns.ts";
import { foreignRule } from "./foreign-forms.ts";
import { pathPattern, pathPatternProblem } from "./path-pattern.ts";
import type { RuleProblem } from "./rule-problem.ts";
import type { RuleSubject } from "./rule-subject.ts";

export type ParsedRule = { readonly subject: RuleSubject } | { readonly problem: RuleProblem };

const toolName = /^[A-Za-z0-9_.-]{1,128}$/;
const mostLetters = 1000;
/** What may stand before a parenthesis besides the name of a tool. */
export const formNames: readonly string[] = ["shell", "read", "edit", "write", "fetch", "mcp"];
const forms =
  'Write TOOL, EXTENSION__*, "*", shell(COMMAND *), outside(COMMAND *), read(PATH), edit(PATH), fetch(domain:HOST), mcp(SERVER__*) or TOOL(INPUT:VALUE).';

/**
 * The one parser of a rule's text, also for the forms of Claude Code. What it does not understand is a problem, with what
 * to write instead; whether there is such a tool is not looked at: see `ruleNameProblem`.
 */
export function parseRule(text: string): ParsedRule {
  if (text.trim() === "")
    return wrong("A rule names no tool.", 'Give the name of a tool or an extension, or "*" for all.');
  if (text.length > mostLetters)
    return wrong(`A rule has ${text.length} characters.`, `Write at most ${mostLetters}.`);
  const [, head, argument] = /^([^()]*?)\s*\((.*)\)\s*$/s.exec(text) ?? [];
  const foreign = foreignRule(head ?? text, argument);
  if (foreign) return "head" in foreign ? ofArgument(text, foreign.head, foreign.argument) : foreign;
  if (head !== undefined && argument !== undefined) return ofArgument(text, head, argument);
  if (text === "*" || toolName.test(text.replace(/__\*$/, "")))
    return { subject: { kind: "tool", name: text } };
  const quoted = JSON.stringify(text);
  if (/[()]/.test(text)) return wrong(`${quoted} has a parenthesis without its other half.`, forms);
  const [, tool, rest] = /^([\w.-]+)\s*:\s*(.*)/s.exec(text) ?? [];
  if (tool !== undefined && rest !== undefined)
    return wrong(`${quoted} is not the name of a tool.`, `Write ${toolAlias(tool) ?? tool}(${rest} *).`);
  return wrong(`${quoted} is not the name of a tool.`, forms);
}

function ofArgument(text: string, head: string, argument: string): ParsedRule {
  const quoted = JSON.stringify(text);
  const within = ({ message, fix }: RuleProblem): ParsedRule => wrong(`${quoted}: ${message}.`, fix);
  switch (head) {
    case "shell":
    case "outside": {
      const parsed = commandSubject(argument, head);
      return "problem" in parsed ? within(parsed.problem) : parsed;
    }
    case "read":
    case "edit":
    case "write": {
      const problem = pathPatternProblem(argument);
      const access = head === "read" ? "reads" : "writes";
      return problem
        ? within(problem)
        : { subject: { kind: "path", access, pattern: pathPattern(argument.trim()) } };
    }
    case "fetch": {
      const host = /^domain:(.*)$/s.exec(argument)?.[1];
      const pattern = host === undefined ? undefined : hostPattern(host.trim());
      if (pattern) return { subject: { kind: "domain", pattern } };
      const fix = "Write fetch(domain:example.com), or fetch(domain:*.example.com) for all below it.";
      return within({ message: host === undefined ? "it needs a domain" : "this is not a host", fix });
    }
    case "mcp":
      return ofServer(argument.trim(), within);
    default:
      return ofParameter(head, argument, within);
  }
}

type Within = (problem: RuleProblem) => ParsedRule;

function ofServer(name: string, within: Within): ParsedRule {
  if (/^[A-Za-z0-9_.-]*[A-Za-z0-9.-]__[A-Za-z0-9_.*-]+$/.test(name))
    return { subject: { kind: "server", pattern: name } };
  const message = name.includes("*") ? "its server must be written out" : "it needs a server and a tool";
  return within({ message, fix: "Write mcp(SERVER__*) or mcp(SERVER__TOOL)." });
}

function ofParameter(tool: string, argument: string, within: Within): ParsedRule {
  const [, parameter, value] = /^\s*([A-Za-z_][\w.-]*):(.*)$/s.exec(argument) ?? [];
  if (!toolName.test(tool))
    return within({ message: `${JSON.stringify(tool)} is not the name of a tool`, fix: forms });
  const ours = toolAlias(tool) ?? tool;
  if (parameter === undefined || value === undefined)
    return within({
      message: `${tool} is matched by an input and its value`,
      fix: `Write ${ours === tool ? `${tool}(INPUT:VALUE)` : `${ours}(${argument})`}, or ${ours} for all its calls.`,
    });
  return { subject: { kind: "parameter", tool, parameter, value: value.trim() } };
}

function wrong(message: string, fix: string): ParsedRule {
  return { problem: { message, fix } };
}
