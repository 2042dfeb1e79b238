import { defineExtension } from "@skein/extension-kit";
import type { Extension } from "@skein/protocol";
import { editTool } from "./edit.ts";
import { describeClose, describeNews } from "./jobs/job-text.ts";
import { jobTools } from "./jobs/job-tools.ts";
import { createJobs } from "./jobs/jobs.ts";
import { refusingIgnored, type CommandPaths } from "./ignore-files/refusing-ignored.ts";
import { fileNotes } from "./known-files/file-notes.ts";
import { knownFiles } from "./known-files/known-files.ts";
import { notingShown } from "./known-files/noting-shown.ts";
import type { OpenFiles } from "./open-files.ts";
import { readTool } from "./read.ts";
import { searchTool } from "./search.ts";
import { shellTool, type ShellSettings } from "./shell.ts";
import { treeTool } from "./tree.ts";
import { findLauncher } from "./shell/launcher/find-launcher.ts";
import { commandStarter } from "./shell/start-command.ts";
import { writeTool } from "./write.ts";

export interface DeveloperSettings extends ShellSettings {
  /** Files that search and tree do not show, because they contain secrets. Default: none. @param path - absolute. */
  readonly isGuarded?: (path: string) => boolean;
  /** An editor whose files that are not saved count. Default: files are as on the disk. */
  readonly openFiles?: OpenFiles | undefined;
  /** What a command names, for the shell to obey ignore files. Default: it does not. */
  readonly commandPaths?: CommandPaths;
}

const instructions = `Paths are relative to the working folder, absolute, or begin with ~/.
Look before you change: read a file before you edit it. Prefer edit to write for a part of a file, and search, tree and read to the shell. After a change run the checks the project has.`;

/** Tools for software development: shell, read, write, edit, search, tree. Closing it ends every running command. */
export function developer(settings: DeveloperSettings = {}): Extension {
  const { isGuarded = () => false, openFiles, launcher, warn = () => {} } = settings;
  const closing = new AbortController();
  const pending = new Set<Promise<unknown>>();
  const program = () => (launcher === false ? undefined : (launcher ?? findLauncher()));
  const starter = commandStarter({ program, warn });
  const known = knownFiles(fileNotes());
  const jobs = createJobs(settings, settings.holdsSecret ?? (() => false));
  const shell = shellTool(settings, {
    signal: closing.signal,
    starter,
    jobs,
    terminalProgram: program,
    pending,
  });
  return defineExtension({
    name: "developer",
    description: "Shell, files and search.",
    instructions,
    jobs,
    dynamicContext: () => describeNews(jobs.news()),
    tools: [
      editTool(known, openFiles),
      readTool(known, openFiles),
      searchTool(isGuarded, known.encodings),
      notingShown(refusingIgnored(shell, settings.commandPaths), known),
      ...jobTools(jobs),
      treeTool(isGuarded),
      writeTool(known, openFiles),
    ],
    async close() {
      closing.abort();
      while (pending.size > 0) await Promise.all(pending);
      for (const job of await jobs.close()) warn(describeClose(job));
      starter.close();
    },
  });
}
