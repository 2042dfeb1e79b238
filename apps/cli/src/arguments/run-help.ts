import { groupedFlagHelp } from "@skein/command-line";
import { flagGroups, runFlags } from "@skein/command-line/flags";
import { permissionModes } from "@skein/permissions";
import { knownProviders } from "../providers.ts";

export function runHelp(): string {
  const modes = permissionModes.map(({ name, description }) => [name, description] as const);
  const packages = Object.entries(knownProviders).filter(([, { definedBy }]) => definedBy === undefined);
  const providers = packages.map(([id, { description }]) => [id, description] as const);
  const others = Object.keys(knownProviders).length - packages.length;
  return `skein run: do one task and end

Usage
  skein run -t TEXT [flags]                 or the words alone: skein run fix the bug, skein "fix the bug"
  skein run -i FILE [flags]
  skein run --recipe RECIPE [--params KEY=VALUE…] [-t TEXT] [flags]
  COMMAND | skein run -t TEXT [flags]       the task, followed by what COMMAND prints
  skein run -r [-t TEXT] [flags]            without a task: what the last run left open goes on
  skein run -r --fork [--at SEQ] -t TEXT    in a copy of the session, from that entry on

Standard input is added to the task, whatever else it is made of, when it is a pipe or a file. When no byte of it has
come after 3 s, the run goes on without it and says so; --no-stdin does not look. One word alone that is nearly a
command is refused: -t says that it is meant.

${groupedFlagHelp(runFlags, flagGroups)}

Modes
${rows(modes)}

Providers
${rows(providers)}
  and ${others} by definitions, and your own: skein provider list

Exit codes
  0 done · 2 usage · 3 provider · 4 limit · 5 budget · 6 invalid output · 7 needs input · 8 denied · 9 extension
  10 the session cannot be written any more: a full disk, a deleted folder, a limit on the size of files
  130 interrupted (143 SIGTERM, 129 SIGHUP, 141 the reader of standard output has gone) · 1 a defect in Skein
`;
}

function rows(table: readonly (readonly [string, string])[]): string {
  const width = Math.max(...table.map(([name]) => name.length)) + 2;
  return table.map(([name, description]) => `  ${name.padEnd(width)}${description}`).join("\n");
}
