import type { SyntaxNode } from "unbash";
import { isLiteral, type Word } from "../analysis.ts";
import type { CommandDraft } from "./command-draft.ts";
import { loadUnbash } from "../../later.ts";

/** A simple command as both parsers are to see it. */
export interface CommandShape {
  /** Where it begins in the text. */
  readonly at: number;
  /** Of assignments, words and redirections, as they are written. */
  readonly sources: readonly string[];
  /** Of each word without its quotes; `undefined` where that is not compared. */
  readonly values: readonly (string | undefined)[];
}

/** Gives the simple commands of a text in their order, or `undefined` when it does not parse. */
export type SecondReading = (text: string) => readonly CommandShape[] | undefined;

/** A parser that has nothing in common with the first. */
export async function loadSecondReading(): Promise<SecondReading> {
  const { parse, forEachChild } = await loadUnbash();
  return (text) => {
    const shapes: CommandShape[] = [];
    const visit = (node: SyntaxNode): void => {
      const shape = shapeOf(node, text);
      if (shape) shapes.push(shape);
      forEachChild(node, visit);
    };
    const script = parse(text);
    if (script.errors && script.errors.length > 0) return undefined;
    visit(script);
    return inOrder(shapes);
  };
}

type Part = { readonly pos: number; readonly end: number };

function shapeOf(node: SyntaxNode, text: string): CommandShape | undefined {
  const source = ({ pos, end }: Part): string => text.slice(pos, end);
  switch (node.type) {
    case "Command": {
      const assignments = node.prefix.filter((part) => part.type === "Assignment");
      const words = [...(node.name ? [node.name] : []), ...node.args];
      return {
        at: node.pos,
        sources: [...assignments, ...words]
          .map(source)
          .concat(node.redirects.map((one) => redirectionShape(one, text))),
        values: [
          ...assignments.map(() => undefined),
          ...words.map((word) => (word.type === "Word" ? word.value : undefined)),
        ],
      };
    }
    case "Redirected":
      return {
        at: Math.min(...node.redirects.map(({ pos }) => pos)),
        sources: node.redirects.map((one) => redirectionShape(one, text)),
        values: [],
      };
    case "TestCommand":
      return { at: node.pos, sources: ["[["], values: [] };
    default:
      return undefined;
  }
}

type Redirected = Extract<SyntaxNode, { type: "Redirect" | "HereString" | "HereDoc" }>;

function redirectionShape(node: Redirected, text: string): string {
  if (node.type === "HereDoc") return node.operator;
  const { descriptor, operator, target } = node;
  return `${descriptor ? text.slice(descriptor.pos, descriptor.end) : ""}${operator}${target ? text.slice(target.pos, target.end) : ""}`;
}

/** The shape of a command that the first parser found. */
export function shapeOfDraft(draft: CommandDraft): CommandShape {
  const words = withoutTime(draft.words);
  const isTest = words[0]?.source === "[[";
  return {
    at: draft.start,
    sources: isTest
      ? ["[[", ...draft.redirectionShapes]
      : [
          ...draft.assignments.map(({ source }) => source),
          ...words.map(({ source }) => source),
          ...draft.redirectionShapes,
        ],
    values: isTest
      ? []
      : [
          ...draft.assignments.map(() => undefined),
          ...words.map((word) => (isLiteral(word) ? word.text : undefined)),
        ],
  };
}

/** `time` is a word to one parser and not to the other. */
function withoutTime(words: readonly Word[]): readonly Word[] {
  if (words[0]?.source !== "time") return words;
  return words.slice(words[1]?.source === "-p" ? 2 : 1);
}

export function inOrder(shapes: readonly CommandShape[]): readonly CommandShape[] {
  return shapes.toSorted((one, other) => one.at - other.at);
}

/** The first command that is not the same in both lists, as text; `undefined` when they are the same. */
export function difference(
  first: readonly CommandShape[],
  second: readonly CommandShape[],
): string | undefined {
  const index = Array.from({ length: Math.max(first.length, second.length) }, (_, at) => at).find(
    (at) => !isSame(first[at], second[at]),
  );
  return index === undefined ? undefined : (first[index] ?? second[index])?.sources.join(" ");
}

function isSame(one: CommandShape | undefined, other: CommandShape | undefined): boolean {
  return (
    one !== undefined &&
    other !== undefined &&
    one.sources.length === other.sources.length &&
    one.sources.every((source, at) => source === other.sources[at]) &&
    one.values.every(
      (value, at) => value === undefined || other.values[at] === undefined || value === other.values[at],
    )
  );
}
