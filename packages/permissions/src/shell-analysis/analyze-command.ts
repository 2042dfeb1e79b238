import {
  isLiteral,
  plainWord,
  problem,
  type CommandAnalysis,
  type Problem,
  type Segment,
  type Word,
} from "./analysis.ts";
import { loadBashGrammar, type ParseBash } from "./parse/bash-grammar.ts";
import { foreignProblem, unfitCharacter } from "./parse/foreign-text.ts";
import { keepLoaded } from "./parse/keep-loaded.ts";
import { plainLine, type PlainLine } from "./parse/plain-line.ts";
import { readStatements, type StatementSink } from "./parse/read-statements.ts";
import {
  difference,
  inOrder,
  loadSecondReading,
  shapeOfDraft,
  type CommandShape,
  type SecondReading,
} from "./parse/second-reading.ts";
import { analyzePowerShell } from "./powershell.ts";
import { dangerousOption } from "./wrappers/dangerous-options.ts";
import { isDangerousName } from "./wrappers/environment-names.ts";
import { lookThrough } from "./wrappers/look-through.ts";

interface AnalyzeOptions {
  /** Which shell will run the command. Default: `bash`. */
  readonly shell?: "bash" | "powershell";
  /** Names that the shell would replace before it runs anything. Default: none, as in a shell without start-up files. */
  readonly aliases?: readonly string[];
}

/** Longer texts, more segments, and commands in more shells inside each other are not looked into. */
export const limits = { characters: 2_000, segments: 50, levels: 8 } as const;

/** Both are needed for more than a line of bare words: a command is understood only where they agree. */
export interface ParserLoaders {
  readonly bashGrammar?: () => Promise<ParseBash>;
  readonly secondReading?: () => Promise<SecondReading>;
}

type AnalyzeCommand = (text: string, options?: AnalyzeOptions) => Promise<CommandAnalysis>;

/** Makes an `analyzeCommand` with parsers of its own. A parser that cannot be loaded is tried again with the next call. */
export function createAnalyzer(loaders: ParserLoaders = {}): AnalyzeCommand {
  const bashGrammar = keepLoaded(loaders.bashGrammar ?? loadBashGrammar);
  const secondReading = keepLoaded(loaders.secondReading ?? loadSecondReading);
  return async (text, options = {}) => {
    const refusal = unfit(text);
    if (refusal) return { segments: [], problems: [refusal] };
    if (options.shell === "powershell") return analyzePowerShell(text);
    const plain = plainLine(text) && analyze(text, undefined, options);
    if (plain) return plain;
    const [parse, readAgain] = await Promise.all([bashGrammar(), secondReading()]);
    const analysis = parse && readAgain && analyze(text, { parse, readAgain }, options);
    if (analysis) return analysis;
    const what = "The parser for shell commands could not be loaded.";
    return { segments: [], problems: [problem("parser-unavailable", what, text)] };
  };
}

/**
 * Tells what a shell command would run, without running anything.
 *
 * Never throws for what a command holds: what is not understood is a problem. The first call that is more than a line of
 * bare words loads the parsers, later ones take a fraction of a millisecond.
 */
export const analyzeCommand: AnalyzeCommand = (text, options) => (usual ??= createAnalyzer())(text, options);

let usual: AnalyzeCommand | undefined;

interface Parsers {
  readonly parse: ParseBash;
  readonly readAgain: SecondReading;
}

interface Analysis {
  /** Absent while only plain lines have been met. */
  readonly parsers: Parsers | undefined;
  readonly aliases: readonly string[];
  readonly segments: Segment[];
  readonly problems: Problem[];
  needsParsers: boolean;
}

/** @returns `undefined` when there is more in the text than can be read without parsers. */
function analyze(
  text: string,
  parsers: Parsers | undefined,
  { aliases = [] }: AnalyzeOptions,
): CommandAnalysis | undefined {
  const analysis: Analysis = { parsers, aliases, segments: [], problems: [], needsParsers: false };
  readScript(text, { via: [], folders: [[]] }, analysis);
  if (analysis.needsParsers) return undefined;
  return { segments: analysis.segments.slice(0, limits.segments), problems: unique(analysis.problems) };
}

type Origin = Pick<Segment, "via" | "folders" | "startedBy" | "pipedFrom">;

function unfit(text: string): Problem | undefined {
  if (text.length > limits.characters)
    return problem("too-long", `The command has more than ${limits.characters} characters.`, text);
  return unfitCharacter(text);
}

function readScript(text: string, origin: Origin, analysis: Analysis): void {
  const { problems } = analysis;
  if (origin.via.length > limits.levels) {
    problems.push(problem("too-many-segments", "Too many shells inside each other.", text));
    return;
  }
  const plain = plainLine(text);
  if (plain) return addPlainLine(plain, text, origin, analysis);
  if (analysis.parsers) return readParsed(text, origin, analysis, analysis.parsers);
  analysis.needsParsers = true;
}

function addPlainLine(
  { words, start, end }: PlainLine,
  text: string,
  origin: Origin,
  analysis: Analysis,
): void {
  const [program, ...args] = words.map((word) => plainWord(word));
  const parts = { ...(program ? { program } : {}), args, assignments: [], redirections: [] };
  addSegment(parts, text.slice(start, end), origin, analysis);
}

function readParsed(text: string, origin: Origin, analysis: Analysis, { parse, readAgain }: Parsers): void {
  const { problems } = analysis;
  const tree = parse(text);
  if (!tree || tree.rootNode.hasError) {
    tree?.delete();
    problems.push(problem("unparseable", "This is not a shell command that can be parsed.", text));
    return;
  }
  const shapes: CommandShape[] = [];
  const commands: (readonly Word[])[] = [];
  const sink: StatementSink = {
    problem: (found) => problems.push(found),
    command: (draft, place) => {
      shapes.push(shapeOfDraft(draft));
      commands.push(draft.words);
      const [program, ...args] = draft.words;
      const { assignments, redirections } = draft;
      const parts = { ...(program ? { program } : {}), args, assignments, redirections };
      const index = analysis.segments.length;
      addSegment(parts, text.slice(draft.start, draft.end), { ...origin, ...place }, analysis);
      return index;
    },
  };
  readStatements(tree.rootNode, text, origin.via, origin.folders, sink);
  tree.delete();
  const foreign = foreignProblem(text, commands);
  if (foreign) problems.push(foreign);
  const second = readAgain(text);
  if (!second) problems.push(problem("unparseable", "This is not a shell command that can be parsed.", text));
  const other = second && difference(inOrder(shapes), second);
  if (other !== undefined)
    problems.push(problem("parsers-differ", "Two parsers do not agree on what this runs.", other));
}

type Parts = Pick<Segment, "program" | "args" | "assignments" | "redirections">;

function addSegment(parts: Parts, text: string, origin: Origin, analysis: Analysis): void {
  const { segments, problems } = analysis;
  const { via } = origin;
  if (segments.length >= limits.segments || via.length > limits.levels) {
    const what = `The command has more than ${limits.segments} parts.`;
    if (segments.length === limits.segments) problems.push(problem("too-many-segments", what, text));
    return;
  }
  const { program, args } = parts;
  problems.push(...segmentProblems(parts, text, analysis.aliases));
  const inner = program && isLiteral(program) ? lookThrough(program, args, text) : undefined;
  const { folders } = origin;
  const started = { via, folders, startedBy: segments.length };
  segments.push({ ...parts, text, ...origin, isTransparent: inner?.isTransparent ?? false });
  if (!inner || !program) return;
  problems.push(...inner.problems);
  const name = program.text + (inner.scripts.length > 0 && program.text !== "eval" ? " -c" : "");
  for (const { words, assignments: set } of inner.commands) {
    const [first, ...rest] = words;
    const source = [...set, ...words]
      .map((part) => part.source)
      .join(" ")
      .trim();
    const innerParts = {
      ...(first ? { program: first } : {}),
      args: rest,
      assignments: set,
      redirections: [],
    };
    addSegment(innerParts, source, { ...started, via: [...via, name] }, analysis);
  }
  for (const script of inner.scripts) readScript(script, { ...started, via: [...via, name] }, analysis);
}

/** What makes one simple command worth a question, whatever rules say. */
function segmentProblems(
  { program, args, assignments }: Parts,
  text: string,
  aliases: readonly string[],
): readonly Problem[] {
  const found: Problem[] = [];
  for (const { name } of assignments)
    if (isDangerousName(name))
      found.push(problem("environment", `Setting ${name} can make other programs run.`, text));
  if (program === undefined) return found;
  if (!isLiteral(program)) {
    found.push(problem("expanded-program", "Which program this is shows only when it runs.", text));
    return found;
  }
  if (aliases.includes(program.text)) found.push(problem("alias", `"${program.text}" is an alias.`, text));
  const setter = /^(?:export|declare|typeset|local|readonly|unset|read|printf|getopts|mapfile)$/.test(
    program.text,
  );
  const named = setter ? args.find((word) => isDangerousName(/^\w*/.exec(word.text)?.[0] ?? "")) : undefined;
  if (named) found.push(problem("environment", `Setting ${named.text} can make other programs run.`, text));
  const option = dangerousOption(program.text, args);
  if (option !== undefined)
    found.push(
      problem("dangerous-option", `"${option}" can make ${program.text} run or load something.`, text),
    );
  return found;
}

function unique(problems: readonly Problem[]): readonly Problem[] {
  return [...new Map(problems.map((one) => [`${one.code} ${one.what} ${one.where}`, one])).values()];
}
