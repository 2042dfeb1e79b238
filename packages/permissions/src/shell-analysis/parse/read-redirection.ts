import type { SyntaxNode } from "./syntax-tree.ts";
import { isLiteral, type Redirection, type Word } from "../analysis.ts";
import { takeWord, unsupported, type CommandDraft } from "./command-draft.ts";
import { readExpansions } from "./read-word.ts";

/** Adds a redirection to a command, and the words that the grammar puts behind its target. */
export function readRedirection(node: SyntaxNode, draft: CommandDraft, text: string): void {
  if (node.type === "heredoc_redirect") readHereDocument(node, draft, text);
  else if (node.type === "file_redirect" || node.type === "herestring_redirect") readOne(node, draft, text);
  else draft.problems.push(unsupported(node));
}

function readOne(node: SyntaxNode, draft: CommandDraft, text: string): void {
  let [descriptor, operator]: [string, string | undefined] = ["", undefined];
  const words: Word[] = [];
  for (const child of node.children) {
    if (child.type === "file_descriptor") descriptor = child.text;
    else if (!child.isNamed && operator === undefined) operator = child.text;
    else if (child.isNamed) words.push(takeWord([child], [child.startIndex, child.endIndex], draft, text));
    else draft.problems.push(unsupported(child));
  }
  const closes = /^([<>]&)-$/.exec(operator ?? "");
  const [target, ...args]: readonly (Word | undefined)[] = closes ? [undefined, ...words] : words;
  if (operator === undefined || (target === undefined && !closes)) {
    draft.problems.push(unsupported(node));
    return;
  }
  // In `echo 2>f a` the grammar takes `a` for a second target.
  draft.words.push(...args.filter((word) => word !== undefined));
  draft.redirections.push(redirection(closes?.[1] ?? operator, target));
  draft.redirectionShapes.push(`${descriptor}${closes?.[1] ?? operator}${target?.source ?? "-"}`);
}

/** Makes what is known of a redirection to a target, or of one that closes a descriptor. */
function redirection(operator: string, target: Word | undefined): Redirection {
  if (target === undefined) return { operator, writes: false };
  const isDescriptor = operator.endsWith("&") && isLiteral(target) && /^(?:\d+-?|-)$/.test(target.text);
  const isPipe = /^[<>]\(/.test(target.source);
  if (operator === "<<<" || isDescriptor || isPipe) return { operator, target, writes: false };
  if (!isLiteral(target)) return { operator, target, writes: true };
  const isConnection = /^\/dev\/(?:tcp|udp)(?:\/|$)/.test(target.text);
  const writes = target.text !== "/dev/null" && (operator !== "<" || isConnection);
  return { operator, target, path: target.text, writes };
}

function readHereDocument(node: SyntaxNode, draft: CommandDraft, text: string): void {
  let operator: string | undefined;
  for (const child of node.children) {
    switch (child.type) {
      case "heredoc_start":
      case "heredoc_end":
      case "file_descriptor":
        break;
      case "heredoc_body": {
        const { substitutions, problems } = readExpansions([child], child.text);
        draft.substitutions.push(...substitutions);
        draft.problems.push(...problems);
        break;
      }
      case "file_redirect":
        readRedirection(child, draft, text);
        break;
      case "pipeline":
        draft.following.push(child);
        break;
      default:
        if (child.isNamed || operator !== undefined) draft.problems.push(unsupported(child));
        else {
          operator = child.text;
          draft.redirections.push({ operator, writes: false });
          draft.redirectionShapes.push(operator);
        }
    }
  }
}
