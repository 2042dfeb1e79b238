import type { Segment } from "../shell-analysis/index.ts";

/** Options with which a program reads all files below the folders it is given, hidden ones too. */
const deep: ReadonlyMap<string, RegExp> = new Map([
  ...["grep", "egrep", "fgrep"].map(
    (name) => [name, /^(?:-[A-Za-z]*[rR]|--(?:recursive|dereference))/] as const,
  ),
  ["rg", /^(?:-[A-Za-z]*[u.]|--(?:hidden|no-ignore|unrestricted))/],
  ["ag", /^(?:-[A-Za-z]*[uta]|--(?:hidden|unrestricted|all))/],
  ["diff", /^(?:-[A-Za-z]*r|--recursive)/],
  ["git", /^--(?:no-index|untracked)/],
]);

/** Whether a command reads whole trees of files, instead of the files that it names. */
export function isDeepSearch({ program, args }: Segment): boolean {
  const option = deep.get(program?.text.replace(/^.*\//, "") ?? "");
  return option !== undefined && args.some(({ text }) => option.test(text));
}
