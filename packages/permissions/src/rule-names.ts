import { toolAlias } from "@skein/protocol";
import { foreignRule } from "./rules/foreign-forms.ts";
import { formNames, parseRule } from "./rules/parse-rule.ts";
import type { RuleProblem } from "./rules/rule-problem.ts";

interface KnownTool {
  readonly name: string;
  readonly extension: string;
  /** Names of its inputs, where they are known. */
  readonly inputs?: readonly string[];
}

/** What can be known of tools before any server has started. */
export interface KnownTools {
  readonly tools: readonly KnownTool[];
  /** Names of servers; which tools they have is not known. */
  readonly servers: readonly string[];
  /** The known word that was most likely meant. */
  readonly nearest: (word: string, known: readonly string[]) => string | undefined;
}

/**
 * What is wrong with a rule's name; `undefined` when it covers something, or may do so: a server that is not known here
 * can come with a recipe or a project, and its rule is written `SERVER__TOOL` or `SERVER__*`.
 */
export function ruleNameProblem(text: string, known: KnownTools): RuleProblem | undefined {
  const mistyped = mistypedForm(text, known);
  if (mistyped) return mistyped;
  const parsed = parseRule(text);
  if ("problem" in parsed) return parsed.problem;
  const { subject } = parsed;
  if (subject.kind === "tool") return nameProblem(subject.name, known);
  if (subject.kind === "parameter") return parameterProblem(subject, known);
  if (subject.kind === "server") return serverProblem(subject.pattern, known);
  return undefined;
}

/** `shel(rm *)`: a form of a rule, or a tool with a value, whose name is nearly one that there is. */
function mistypedForm(text: string, known: KnownTools): RuleProblem | undefined {
  const [, head, argument] = /^([\w.-]+)\s*(\(.*\))\s*$/s.exec(text) ?? [];
  if (head === undefined || argument === undefined || head.includes("__")) return undefined;
  const names = [...formNames, ...known.tools.map(({ name }) => name)];
  const isForeign = toolAlias(head) !== undefined && !names.includes(head.toLowerCase());
  const isKnown = names.includes(head) || isForeign;
  if (isKnown || foreignRule(head, argument)) return undefined;
  const meant = known.nearest(head, names);
  if (meant === undefined) return undefined;
  return { message: `There is no tool or extension "${head}".`, fix: `Did you mean ${meant}${argument}?` };
}

function serverProblem(pattern: string, known: KnownTools): RuleProblem | undefined {
  const whole = `${pattern.replace(/__[^_].*$|__\*.*$/, "")}__*`;
  return pattern.includes("*") ? nameProblem(whole, known) : nameProblem(pattern, known);
}

/** An input that a tool does not have would never be matched. */
function parameterProblem(
  { tool, parameter }: { readonly tool: string; readonly parameter: string },
  known: KnownTools,
): RuleProblem | undefined {
  const problem = nameProblem(tool, known);
  if (problem) return problem;
  const named = known.tools.find(({ name, extension }) => tool === name || tool === `${extension}__${name}`);
  const inputs = named?.inputs;
  if (!inputs || inputs.includes(parameter)) return undefined;
  const meant = known.nearest(parameter, inputs);
  return {
    message: `The tool ${tool} has no input "${parameter}".`,
    fix: `${meant === undefined ? "" : `Did you mean ${tool}(${meant}:…)? `}It has ${inputs.join(", ")}.`,
  };
}

function nameProblem(name: string, known: KnownTools): RuleProblem | undefined {
  const extensions = [...new Set(known.tools.map((tool) => tool.extension))];
  const plain = known.tools.map((tool) => tool.name);
  if ([...plain, ...extensions, ...known.servers, "*"].includes(name)) return undefined;
  // A server's name may hold `__` itself.
  if (known.servers.some((server) => name.startsWith(`${server}__`))) return undefined;
  const [extension = "", ...rest] = name.split("__");
  if (rest.length === 0) return unknownName(name, [...plain, ...extensions, ...known.servers], known);
  const tool = rest.join("__");
  const own = known.tools.filter((one) => one.extension === extension).map((one) => one.name);
  if (own.length > 0) {
    if (tool === "*" || own.includes(tool)) return undefined;
    const meant = toolAlias(tool) ?? known.nearest(tool, own);
    return {
      message: `The extension ${extension} has no tool "${tool}".`,
      fix: `${meant === undefined ? "" : `Did you mean ${extension}__${meant}? `}It has ${own.join(", ")}.`,
    };
  }
  const meant = known.nearest(extension, [...extensions, ...known.servers]);
  if (meant === undefined) return undefined;
  return { message: `There is no extension "${extension}".`, fix: `Did you mean ${meant}__${tool}?` };
}

function unknownName(name: string, names: readonly string[], { nearest }: KnownTools): RuleProblem {
  const meant = toolAlias(name) ?? nearest(name, names);
  return {
    message: `There is no tool or extension "${name}".`,
    fix: `${meant === undefined ? "" : `Did you mean ${meant}? `}For a server's tools write SERVER__TOOL or SERVER__*.`,
  };
}
