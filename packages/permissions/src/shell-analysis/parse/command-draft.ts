import type { SyntaxNode } from "./syntax-tree.ts";
import { problem, type Assignment, type Problem, type Redirection, type Word } from "../analysis.ts";
import { readWord } from "./read-word.ts";
import { resolveWord, type Variables } from "./variables.ts";

/** A simple command as it is read, before it is known where it runs. */
export interface CommandDraft {
  readonly words: Word[];
  readonly assignments: Assignment[];
  readonly redirections: Redirection[];
  /** As the second parser is to see them too. */
  readonly redirectionShapes: string[];
  readonly substitutions: SyntaxNode[];
  /** Statements that the grammar puts inside a here-document's node: `cat <<E | wc`. */
  readonly following: SyntaxNode[];
  readonly problems: Problem[];
  start: number;
  end: number;
}

/** Reads one word and keeps what is in it. */
export function takeWord(
  nodes: readonly SyntaxNode[],
  range: readonly [number, number],
  draft: CommandDraft,
  text: string,
): Word {
  const { word, substitutions, problems } = readWord(nodes, text, ...range);
  draft.substitutions.push(...substitutions);
  draft.problems.push(...problems);
  return word;
}

export function unsupported(node: SyntaxNode): Problem {
  return problem("unsupported-syntax", `This kind of syntax is not looked into (${node.type}).`, node.text);
}

/** With what its words may become, where its variables are known. The program stays as it is written. */
export function resolveDraft(draft: CommandDraft, variables: Variables): CommandDraft {
  const resolve = (word: Word): Word => resolveWord(word, variables);
  const [program, ...args] = draft.words;
  return {
    ...draft,
    words: program ? [program, ...args.map(resolve)] : [],
    assignments: draft.assignments.map((one) => ({ ...one, value: resolve(one.value) })),
    redirections: draft.redirections.map((one) =>
      one.target ? { ...one, target: resolve(one.target) } : one,
    ),
  };
}
