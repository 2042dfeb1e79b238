import { jsonFlag } from "@skein/command-line/flags";
import { listWorktreesHere, mergeWorktreeHere, removeWorktreeHere } from "@skein/session-processes/worktrees";
import { cleanText } from "@skein/terminal";
import { workText, worktreeLines } from "@skein/terminal-chat/worktrees";
import { commandGroup, groupCommands } from "../arguments/command-line.ts";
import { thisMachine } from "../machine.ts";
import { note, print, printJson } from "../print.ts";
import { userSessions } from "../session/user-session.ts";

const help = `skein worktree: what sessions have done in git worktrees of their own

Usage
  skein worktree list            what was changed in each, and by which sessions; --json for programs
  skein worktree merge NAME      commits what is left in it, merges it into the branch here, and removes it
  skein worktree remove NAME     removes it and its branch; with --force also with work that is not merged

A run begins in one with skein run --worktree [NAME].
`;

const command = groupCommands("worktree", help, {
  json: jsonFlag,
  force: { description: "Lose work that is not merged" },
});
const needs = ["The name of a worktree"] as const;

export const main = commandGroup("worktree", help, {
  list: command(async ({ json }) => {
    await using sessions = await userSessions();
    const listed = await sessions.list();
    const worktrees = await listWorktreesHere(thisMachine(), process.cwd(), listed);
    if (json) printJson({ worktrees });
    else worktreeLines(worktrees).map(cleanText).forEach(print);
  }),
  merge: command(
    async (_, [name]) => {
      const { work, branch } = await mergeWorktreeHere(thisMachine(), process.cwd(), name);
      note(`The worktree ${name} was merged into ${branch}: ${workText(work)}.`);
    },
    { needs },
  ),
  remove: command(
    async ({ force = false }, [name]) => {
      await removeWorktreeHere(thisMachine(), process.cwd(), { name, force });
      note(`The worktree ${name} was removed.`);
    },
    { needs },
  ),
});
