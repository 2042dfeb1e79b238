import { isLiteral, type Segment, type Word } from "../analysis.ts";
import { hasKnownDetails } from "./known-details.ts";
import { parsePattern } from "./pattern.ts";
import { segmentMatches } from "./segment-matches.ts";

/**
 * How many words, the program included, say what is done; whatever follows them is detail. Programs and subcommands that
 * delete, publish, reach other machines or run a text are not here: only the very command is suggested for them.
 */
const meanings: readonly (readonly [pattern: RegExp, words: number])[] = [
  [/^(?:npm|pnpm|yarn|bun) (?:test|t|ci|ls|outdated)(?: |$)/, 2],
  [/^(?:npm|pnpm|yarn|bun) run [\w:.-]+/, 3],
  [/^node --(?:test|check)(?: |$)/, 2],
  [/^(?:python3?) -m (?:pytest|unittest|mypy|ruff|black|flake8)(?: |$)/, 3],
  [/^(?:npx|pnpm exec|yarn) (?:tsc|vitest|jest|eslint|prettier|oxlint|oxfmt|biome|mocha)(?: |$)/, 0],
  [/^cargo (?:test|build|check|clippy|fmt|bench|doc|tree)(?: |$)/, 2],
  [/^go (?:test|build|vet|fmt|doc|list)(?: |$)/, 2],
  [/^dotnet (?:test|build|format)(?: |$)/, 2],
  [/^git (?:add|commit|status|log|diff|show|fetch|blame|mv|ls-files)(?: |$)/, 2],
  [/^git (?:stash|worktree) list(?: |$)/, 3],
  [
    /^(?:pytest|tsc|vitest|jest|eslint|prettier|oxlint|oxfmt|ruff|mypy|black|flake8|rspec|phpunit|mocha)(?: |$)/,
    1,
  ],
  [/^(?:mkdir|touch)(?: |$)/, 1],
];

/**
 * The smallest useful pattern for "always allow": `node --test [known]` for what is known to be repeated with other details,
 * else the very words (`git push origin main`, and `node --test --import=a` with an option that is not known).
 *
 * @returns `undefined` when no pattern can cover the segment: it writes by a redirection, or has expansions that no
 *   last `*` covers.
 */
export function suggestPattern(segment: Segment): string | undefined {
  const { program, args, assignments } = segment;
  if (program === undefined) return undefined;
  const words = [program, ...args];
  const prefix = assignments.map(({ name, value }) => `${name}=${quoted(value.text)}`);
  const line = words.map(({ text }) => text).join(" ");
  const meaning = meanings.find(([pattern]) => pattern.test(line));
  const kept = meaning && (meaning[1] === 0 ? (program.text === "pnpm" ? 3 : 2) : meaning[1]);
  const parts = kept === undefined ? words : words.slice(0, kept);
  if (!assignments.every(({ value }) => isPlain(value))) return undefined;
  const patternOf = (shown: readonly Word[], ...rest: readonly string[]): string | undefined => {
    if (!shown.every(isPlain)) return undefined;
    const pattern = [...prefix, ...shown.map(({ text }) => quoted(text)), ...rest].join(" ");
    return segmentMatches(parsePattern(pattern), segment) ? pattern : undefined;
  };
  const isKnown = kept !== undefined && hasKnownDetails(parts.map(({ text }) => text));
  return (isKnown ? patternOf(parts, "[known]") : undefined) ?? patternOf(words);
}

const isPlain = (word: Word): boolean =>
  isLiteral(word) && !(word.text.includes("'") && word.text.includes('"'));

/** As a word of a pattern that covers this text alone. */
function quoted(text: string): string {
  if (/^[\w./:=@%+,~^-]+$/.test(text)) return text;
  return text.includes("'") ? `"${text}"` : `'${text}'`;
}
