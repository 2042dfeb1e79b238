/** A turn of phrase that no one searches for, and what to write in its place. */
export interface DeniedWord {
  readonly pattern: RegExp;
  readonly instead: string;
}

/** Patterns are regular expressions, which the check does not read as prose: this file may name what it forbids. */
export const deniedWords: readonly DeniedWord[] = [
  { pattern: /\bstands? alone\b/gi, instead: 'name the problem: Unexpected argument "fix".' },
  { pattern: /\bmend(s|ed|ing)?\b/gi, instead: "fix" },
  { pattern: /\banew\b/gi, instead: "again, from scratch, new" },
  { pattern: /\bnobody\b/gi, instead: "no one; or say who is missing" },
  { pattern: /\btranscript seen\b/gi, instead: "conversation history" },
  { pattern: /\b[sS]ystem text\b/g, instead: "system prompt" },
  { pattern: /\bhears?\b/gi, instead: "receives, is notified, resumes" },
  { pattern: /\btak(e|es|ing|en) (\w+ ){0,3}away\b/gi, instead: "remove" },
  { pattern: /\btak(e|es|ing|en) (\w+ ){0,3}back\b/gi, instead: "undo" },
  { pattern: /\b(go|goes|going|went|gone) on with\b/gi, instead: "continue, resume" },
  { pattern: /\bknows? no\b/gi, instead: 'Unknown key "y"' },
  { pattern: /\bsay nothing but\b/gi, instead: "only print" },
  { pattern: /\bis none[.;,]/gi, instead: "is not a list, is not a number: say what was expected" },
  { pattern: /\bpatience\b/gi, instead: "timeout, idle timeout" },
  { pattern: /\bstill seen\b/gi, instead: "visible range" },
  { pattern: /\bside request|\bask(s|ed|ing)? beside\b/gi, instead: "auxiliary request" },
  { pattern: /\bturn facts\b/gi, instead: "dynamic context" },
  { pattern: /\bwhat is about to happen\b/gi, instead: "write-ahead, append-only" },
  { pattern: /\bfrom the next call on\b/gi, instead: "Permission mode: auto" },
];

/** Where a denied word is the matter itself: a value that is kept in journals, or the tests of this check. */
export const exceptions: readonly RegExp[] = [
  /^packages\/compaction\/src\/compact\.ts: nobody$/,
  // An option of git.
  /^packages\/permissions\/src\/shell-analysis\/programs\/git-subcommands\.ts: patience$/,
  /^tools\/prose\/test\//,
];
