import type { Member, Problem, Workspace } from "../workspace.ts";

/** Of `src`. What is more belongs to the host, which every face has, or to what draws in terminals. */
const mostLines = 8_000;

/** The command is arguments, terminal and wording: it is not where the application is. */
export function commandSizeProblems({ members }: Workspace): Problem[] {
  return members.filter(({ kind, name }) => kind === "apps" && name === "cli").flatMap(sizeProblems);
}

function sizeProblems({ folder, src }: Member): Problem[] {
  const lines = src.reduce((sum, { source }) => sum + (source.text.match(/\n/g)?.length ?? 0), 0);
  if (lines <= mostLines) return [];
  return [
    {
      file: `${folder}/src`,
      line: 1,
      what: `has ${lines} lines, of at most ${mostLines}`,
      fix: "move what is no argument, terminal or wording into packages/host or packages/terminal-chat",
    },
  ];
}
