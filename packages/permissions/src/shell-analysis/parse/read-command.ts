import type { SyntaxNode } from "./syntax-tree.ts";
import { plainWord } from "../analysis.ts";
import { takeWord, unsupported, type CommandDraft } from "./command-draft.ts";
import { readRedirection } from "./read-redirection.ts";

/** The kinds of nodes that are one simple command. */
export const commandNodes: ReadonlySet<string> = new Set(
  `command declaration_command unset_command test_command variable_assignment variable_assignments
   file_redirect`.split(/\s+/),
);

/** Reads one command with the redirections that follow it; without a command where only those are given. */
export function readCommand(
  node: SyntaxNode | undefined,
  redirections: readonly SyntaxNode[],
  text: string,
): CommandDraft {
  const draft: CommandDraft = {
    words: [],
    assignments: [],
    redirections: [],
    redirectionShapes: [],
    substitutions: [],
    following: [],
    problems: [],
    start: node?.startIndex ?? text.length,
    end: node?.endIndex ?? 0,
  };
  if (node) readParts(node, draft, text);
  for (const redirection of redirections) {
    draft.start = Math.min(draft.start, redirection.startIndex);
    draft.end = Math.max(draft.end, redirection.endIndex);
    readRedirection(redirection, draft, text);
  }
  return draft;
}

const rangeOf = (node: SyntaxNode): readonly [number, number] => [node.startIndex, node.endIndex];

function readParts(node: SyntaxNode, draft: CommandDraft, text: string): void {
  switch (node.type) {
    case "variable_assignment":
      readAssignment(node, draft, text);
      return;
    case "file_redirect":
      readRedirection(node, draft, text);
      return;
    case "test_command":
      readTest(node, draft, text);
      return;
    default:
      for (const [index, child] of node.children.entries()) readPart(child, index, node, draft, text);
  }
}

function readPart(
  child: SyntaxNode,
  index: number,
  node: SyntaxNode,
  draft: CommandDraft,
  text: string,
): void {
  if (child.type.endsWith("_redirect")) readRedirection(child, draft, text);
  else if (child.type === "variable_assignment" && node.type !== "declaration_command")
    readAssignment(child, draft, text);
  // The argument of `export` is a word.
  else if (child.type === "variable_assignment")
    draft.words.push(takeWord(child.namedChildren.slice(1), rangeOf(child), draft, text));
  else if (child.isNamed) draft.words.push(takeWord([child], rangeOf(child), draft, text));
  else if (index === 0 && node.type !== "command") draft.words.push(plainWord(child.text));
  else draft.problems.push(unsupported(child));
}

function readAssignment(node: SyntaxNode, draft: CommandDraft, text: string): void {
  const [name, operator, ...values] = node.children;
  if (name?.type !== "variable_name" || !/^\+?=$/.test(operator?.type ?? "")) {
    draft.problems.push(unsupported(node));
    return;
  }
  const value = takeWord(values, [operator?.endIndex ?? node.endIndex, node.endIndex], draft, text);
  draft.assignments.push({ name: name.text, value, source: node.text });
}

const testOperators = /^(?:!|=|==|!=|-[a-z]+)$/;

function readTest(node: SyntaxNode, draft: CommandDraft, text: string): void {
  const [open, ...rest] = node.children;
  const close = rest.pop();
  const brackets = `${open?.type}${close?.type}`;
  if (brackets !== "[]" && brackets !== "[[]]") {
    draft.problems.push(unsupported(node));
    return;
  }
  const isDouble = brackets === "[[]]";
  const visit = (part: SyntaxNode): void => {
    if (part.type === "unary_expression" || part.type === "binary_expression") part.children.forEach(visit);
    else if (part.isNamed) draft.words.push(takeWord([part], rangeOf(part), draft, text));
    else if (testOperators.test(part.text) || (isDouble && /^(?:&&|\|\|)$/.test(part.text)))
      draft.words.push(plainWord(part.text));
    else draft.problems.push(unsupported(part));
  };
  draft.words.push(plainWord(isDouble ? "[[" : "["));
  rest.forEach(visit);
  if (!isDouble) draft.words.push(plainWord("]"));
}
