import { isLiteral, type Word } from "../analysis.ts";
import type { OptionValue, ReadOptions } from "./options.ts";
import type { ReadingProgram } from "./reading-program.ts";

/** Which of the files below a folder are read. */
export interface TreeFilter {
  /** Patterns of names, one of which must fit. Absent: any name. */
  readonly includes?: readonly string[];
  /** Patterns of names that are passed over. */
  readonly excludes?: readonly string[];
  /** The same of folders. */
  readonly excludedFolders?: readonly string[];
  /** Names that begin with a dot are passed over. */
  readonly skipsHidden?: boolean;
  /** What links lead to is read as well: of files, or of folders too. Absent: they are passed over. */
  readonly links?: "opened" | "followed";
}

/** A folder of which a program reads the files below. */
export interface TreeUse extends TreeFilter {
  /** Absent: the folder in which it runs. */
  readonly word?: Word;
  /** What the word names may be a file as well. */
  readonly mayBeFile?: boolean;
}

/** Extensions of the types of ripgrep that are usual; of others nothing is known. */
const typeExtensions: Readonly<Record<string, string>> = {
  js: "js jsx mjs cjs vue",
  ts: "ts tsx mts cts",
  py: "py pyi",
  rust: "rs",
  go: "go",
  java: "java jsp jspx properties",
  c: "c h C H",
  cpp: "cpp cc cxx hpp hh hxx h C H inl",
  md: "md markdown mdown mkdn mdwn mdx mkd",
  json: "json",
  html: "html htm ejs",
  css: "css scss",
  yaml: "yml yaml",
  toml: "toml",
  sh: "sh bash zsh ksh csh tcsh",
  sql: "sql psql",
};

/** What the options of a search leave out. What is not understood leaves out nothing. */
export function searchFilter(table: ReadingProgram, { values, effects }: ReadOptions): TreeFilter {
  const ofKind = (kind: OptionValue["kind"]): readonly Word[] =>
    values.filter((one) => one.kind === kind).map(({ value }) => value);
  const [includes, excludes, globs] = [ofKind("include"), ofKind("exclude"), ofKind("glob")];
  // Where both are given, their order matters.
  const isMixed = includes.length > 0 && excludes.length > 0;
  const selected = isMixed ? undefined : (patternsOf(includes) ?? selectedNames(globs, ofKind("type")));
  const left = isMixed ? [] : literalTexts(excludes);
  const folders = literalTexts(ofKind("excluded-folder"));
  const isOpen = effects.has("hidden") || effects.has("ignored") || globs.length > 0;
  return {
    ...(selected === undefined ? {} : { includes: selected }),
    ...(left.length === 0 ? {} : { excludes: left }),
    ...(folders.length === 0 ? {} : { excludedFolders: folders }),
    ...(table.skipsHidden === true && !isOpen ? { skipsHidden: true } : {}),
    ...(table.follows === true || effects.has("follows") ? { links: "followed" } : {}),
  };
}

const literalTexts = (words: readonly Word[]): readonly string[] =>
  words.filter(isLiteral).map(({ text }) => text);

/** `undefined` where there are none, or one is not known. An expansion of `*.ts` fits `*.ts` as well. */
function patternsOf(words: readonly Word[]): readonly string[] | undefined {
  const patterns: string[] = [];
  for (const { text, expansions } of words) {
    if (!expansions.every((one) => one === "glob" || one === "brace")) return undefined;
    const found = expansions.includes("brace") ? alternatives(text) : [text];
    if (found === undefined) return undefined;
    patterns.push(...found);
  }
  return patterns.length === 0 ? undefined : patterns;
}

/** `*.{js,ts}` as `*.js` and `*.ts`; `undefined` for more than one pair of braces. */
function alternatives(text: string): readonly string[] | undefined {
  const [, before = "", inner, after = ""] = /^([^{}]*)\{([^{}]*)\}([^{}]*)$/s.exec(text) ?? [];
  if (inner === undefined) return /[{}]/.test(text) ? undefined : [text];
  return inner.includes("..") ? undefined : inner.split(",").map((one) => `${before}${one}${after}`);
}

/** What ripgrep is told to search only: files that fit one of the globs, or where there are none, one of the types. */
function selectedNames(globs: readonly Word[], types: readonly Word[]): readonly string[] | undefined {
  const wanted = globs.filter(({ text }) => !text.startsWith("!"));
  if (wanted.length > 0) return wanted.flatMap(globNames);
  return types.length === 0 ? undefined : types.flatMap(({ text }) => typeNames(text));
}

/** Ripgrep knows braces itself. Of a path, the last name has to fit. */
function globNames(word: Word): readonly string[] {
  const found = isLiteral(word) ? alternatives(word.text) : patternsOf([word]);
  return found?.map((glob) => glob.replace(/^.*\//, "") || "*") ?? ["*"];
}

function typeNames(type: string): readonly string[] {
  const extensions = Object.hasOwn(typeExtensions, type) ? typeExtensions[type] : undefined;
  return extensions?.split(" ").map((extension) => `*.${extension}`) ?? ["*"];
}
