import { plainWord, problem, type CommandAnalysis } from "./analysis.ts";

/** Cmdlets that only read, in lower case: PowerShell does not tell the cases apart. */
const readingCmdlets = new Set(
  `get-childitem get-content get-date get-item get-location get-process get-command get-help
   get-filehash get-host get-culture get-verb resolve-path split-path test-path`.split(/\s+/),
);
/** A cmdlet with words that mean themselves: no quotes, variables, script blocks, wildcards, drives of more than a letter. */
const plainCmdlet = /^[A-Za-z]+-[A-Za-z]+(?: +(?:-[A-Za-z]+|(?:[A-Za-z]:)?(?![\\/]{2})[\w.\\/-]+))*$/;

/**
 * One cmdlet of a small table with literal words is a segment; everything else is a problem. There is no parser for
 * PowerShell here: the rule is that nothing needs one.
 */
export function analyzePowerShell(text: string): CommandAnalysis {
  const line = text.trim();
  const [name = "", ...args] = line.split(/ +/);
  if (!plainCmdlet.test(line) || !readingCmdlets.has(name.toLowerCase())) {
    const what = "Only single reading cmdlets with plain words are looked into in PowerShell.";
    return { segments: [], problems: [problem("shell", what, text)] };
  }
  const segment = {
    program: plainWord(name),
    args: args.map((word) => plainWord(word)),
    assignments: [],
    redirections: [],
    text: line,
    via: [],
    folders: [[]],
    isTransparent: false,
  };
  return { segments: [segment], problems: [] };
}

export const isReadingCmdlet = (name: string): boolean => readingCmdlets.has(name.toLowerCase());
