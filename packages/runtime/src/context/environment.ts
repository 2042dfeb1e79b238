import { arch, type } from "node:os";
import { basename } from "node:path";
import type { ContextSection } from "@skein/protocol";
import { repositoryState } from "./repository-state.ts";

/**
 * What the machine is and where the repository stands, as it was when the session was opened.
 *
 * @param shell - what runs commands; `undefined`: nothing does.
 */
export function environmentSection(cwd: string, shell: string | undefined): ContextSection {
  const git = repositoryWords(cwd);
  const machine = `System: ${type()} ${arch()}${shell === undefined ? "" : `, shell: ${basename(shell)}`}`;
  return { name: "environment", text: git === undefined ? machine : `${machine}\nGit at the start: ${git}` };
}

function repositoryWords(cwd: string): string | undefined {
  const state = repositoryState(cwd);
  if (!state) return undefined;
  const { branch, commit = "", underWay } = state;
  const where = branch === undefined ? `no branch, commit ${commit}` : `branch ${branch}`;
  return underWay === undefined ? where : `${where}, ${underWay} is under way`;
}
