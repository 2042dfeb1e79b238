import { ConfigError } from "@skein/protocol";
import type { CommandScope } from "./command.ts";
import type { CommandResult } from "./command-result.ts";
import { requireBegun } from "./entries-of.ts";

/** What the last run that changed files has changed. @param argument - empty, or `revert NUMBER` of a hunk. */
export async function showDiff(argument: string, scope: CommandScope): Promise<CommandResult> {
  const { sessions } = scope.runtime;
  const session = await requireBegun(scope, "diff");
  const [, number] = /^revert\s+(\d+)$/.exec(argument) ?? [];
  if (argument !== "" && number === undefined) {
    throw new ConfigError("usage", `/diff cannot do ${JSON.stringify(argument)}.`, {
      hint: "/diff revert NUMBER reverts a hunk.",
    });
  }
  if (number !== undefined && scope.session.isRunning()) return { kind: "must-wait", name: "diff" };
  const diff = await sessions.diff(session);
  if (!diff) return { kind: "diff" };
  if (number === undefined) return { kind: "diff", diff, hunks: await sessions.hunks(diff) };
  const reverted = await scope.session.alone(() => sessions.revertHunk(session, diff, Number(number)));
  return { kind: "hunk-reverted", reverted, hunks: await sessions.hunks(diff) };
}
