import type { Document } from "yaml";
import type { RecipeProblem } from "../problems.ts";
import { maxBytes, outsideLimits, tooDeep, tooLarge, type DocumentFinding } from "./document-limits.ts";
import type { DocumentNode } from "./document-node.ts";
import { placeAt, treeOf, type Filled } from "./document-tree.ts";
import { loadYaml } from "../later.ts";

/** More do not help. */
const maxProblems = 100;

export interface ReadDocument {
  readonly problems: readonly RecipeProblem[];
  /** Absent when the text cannot be taken apart. */
  readonly root?: DocumentNode;
}

export interface DocumentOptions {
  readonly file?: string | undefined;
  /** Fills in a scalar's text. Absent: texts stay. */
  readonly fill?: (text: string) => Filled | undefined;
}

/** YAML or JSON with all its problems and places. Aliases, depth and size are limited, tags of one's own refused. */
export async function readDocument(text: string, options: DocumentOptions = {}): Promise<ReadDocument> {
  if (Buffer.byteLength(text) > maxBytes) return { problems: [problem(options, tooLarge)] };
  const yaml = await loadYaml();
  const early = outsideLimits(new yaml.Lexer().lex(text));
  if (early) return { problems: [problem(options, early)] };
  const lines = new yaml.LineCounter();
  let document: Document.Parsed;
  try {
    document = yaml.parseDocument(text, {
      lineCounter: lines,
      // Comparing every key with every other takes long; we look for twins ourselves.
      uniqueKeys: false,
      prettyErrors: false,
      logLevel: "error",
    });
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    return { problems: [problem(options, tooDeep)] };
  }
  const problems = [...document.errors, ...document.warnings]
    .slice(0, maxProblems)
    .map((error) =>
      problem(options, { ...wordsOf(error.code, error.message), at: placeAt(lines, error.pos[0]) }),
    );
  if (document.errors.length > 0) return { problems };
  const built = treeOf(document, { yaml, lines, fill: options.fill, text });
  return {
    problems: [
      ...problems,
      ...built.findings.slice(0, maxProblems).map((finding) => problem(options, finding)),
    ],
    ...(built.root === undefined ? {} : { root: built.root }),
  };
}

function problem(options: DocumentOptions, { at, ...finding }: DocumentFinding): RecipeProblem {
  return {
    ...finding,
    severity: "error",
    path: "",
    ...(options.file === undefined ? {} : { file: options.file }),
    ...(at === undefined ? {} : at),
  };
}

function wordsOf(code: string, message: string): DocumentFinding {
  switch (code) {
    case "MULTIPLE_DOCS":
      return {
        code: "several-documents",
        message: "The text holds more than one document.",
        fix: "Remove the line with --- and what follows, or move it to a separate file.",
      };
    case "TAG_RESOLVE_FAILED":
      return {
        code: "custom-tag",
        message: `${message}: YAML tags are not supported.`,
        fix: "Remove the tag (it starts with an exclamation mark), or put the text in quotes.",
      };
    case "RESOURCE_EXHAUSTION":
      return { ...tooDeep };
    default:
      return {
        code: "bad-yaml",
        message: `Invalid YAML: ${message}.`.replace(/\.\.$/, "."),
        fix: "Check indentation and quotes here; text with a colon, a # or braces needs quotes or a | block.",
      };
  }
}
