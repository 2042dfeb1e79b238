import { join } from "node:path";
import { currentProcess } from "@skein/platform/process";
import { messageOf } from "@skein/protocol";
import type { Egress } from "../network/open-egress.ts";
import { checkCall, rememberContents } from "../protected/check-call.ts";
import { interruptedCalls, writeCallRecord, type CallRecord } from "../protected/call-records.ts";
import { orNothing } from "../protected/entries.ts";
import { gitFolderOf, type GitFolder } from "../protected/git-folder.ts";
import { noteRefsAfterCall } from "../protected/known-refs.ts";
import { noteMadeRepository } from "../protected/made-by-commands.ts";
import type { MadeRecords } from "../protected/made-folder.ts";
import { beginNestedCall } from "../protected/nested-calls.ts";
import { outsideWorkSince } from "../protected/outside-work.ts";
import { planProtection } from "../protected/plan-protection.ts";
import type { CheckOptions } from "../protected/set-aside.ts";
import { untrustedCheck } from "../protected/untrusted-files.ts";
import { limitByKernel } from "../limits/limit-by-kernel.ts";
import { foldersOf, wrapByBwrap } from "./bwrap-arguments.ts";
import type { BarrierCommand, OpenOptions, SandboxPolicy, WrappedCommand } from "./port.ts";

interface HoldOptions extends OpenOptions {
  readonly bwrap: string;
  readonly egress?: Egress;
}

/** Plans how protected paths are protected, and has the command checked when it has ended. Throws `SandboxError`. */
export async function holdCommand(
  command: BarrierCommand,
  policy: SandboxPolicy,
  { bwrap, egress, session = () => undefined, report = () => {}, reportFailure = () => {} }: HoldOptions,
): Promise<WrappedCommand> {
  const { workspace, temporary, writable } = foldersOf(policy);
  if (policy.readOnly) {
    const wrapped = wrapByBwrap(bwrap, command, policy, egress ? { egress } : {});
    const { enter, limitReached, remove } = limitByKernel(policy.limits);
    const release = () => remove().then(() => []);
    return { ...wrapped, argv: enter(wrapped.argv), limitReached, release, checkFailure: () => undefined };
  }
  const [startedAt, startedAtTime] = [performance.now(), Date.now()];
  const records: MadeRecords = { state: policy.state, session: session() ?? temporary };
  const protection = await planProtection(workspace, policy.protect ?? [], {
    writable,
    hidden: policy.hidden ?? [],
    records,
  });
  const { git, refs, watched } = protection;
  const nested = await beginNestedCall(protection.nested, command.isLasting ?? false);
  rememberContents(watched, untrustedCheck(policy.state));
  const record: CallRecord = {
    process: currentProcess(),
    temporary,
    roots: [...writable, ...git.writable],
    repository: git.repository,
    refs: [...refs],
    watched,
    nested: nested.before,
  };
  // Without a record, only a process that is killed leaves its call unchecked.
  const removeRecord = orNothing(() => writeCallRecord(policy.state, record)) ?? (() => {});
  const checkNow = (): CheckOptions => {
    const { paths, any } = outsideWorkSince(startedAt);
    return { state: policy.state, moves: command.isLasting || any ? "git" : "all", permitted: paths };
  };
  const { enter, limitReached, remove } = limitByKernel(policy.limits);
  let released: ReturnType<WrappedCommand["release"]> | undefined;
  let changes: Awaited<ReturnType<typeof checkCall>> = [];
  const settle = async () => {
    await remove();
    const { nested: before, ...others } = record;
    changes = await checkCall(nested.end() && before ? { ...others, nested: before } : others, checkNow());
    if (changes.length > 0) report(changes);
    noteMade(workspace, git, { records, startedAt: startedAtTime });
    removeRecord();
    return changes;
  };
  let failure: string | undefined;
  const release = () =>
    (released ??= settle().catch((error: unknown) => {
      // The record stays for the next start.
      failure = messageOf(error);
      reportFailure(failure);
      return changes;
    }));
  try {
    const wrapped = wrapByBwrap(bwrap, command, policy, { protection, ...(egress ? { egress } : {}) });
    return { ...wrapped, argv: enter(wrapped.argv), limitReached, release, checkFailure: () => failure };
  } catch (error) {
    void remove();
    nested.end();
    removeRecord();
    throw error;
  }
}

interface NoteOptions {
  readonly records: MadeRecords;
  /** Milliseconds since the epoch. */
  readonly startedAt: number;
}

/** Notes what a command has made: refs, and a repository where there was none of somebody else. */
function noteMade(workspace: string, before: GitFolder, { records, startedAt }: NoteOptions): void {
  const own = join(workspace, ".git");
  // Without a record, it is protected like any other repository.
  if (before.create.includes(own)) orNothing(() => noteMadeRepository(records, own, startedAt));
  const after = gitFolderOf(workspace).repository;
  const folders = [before.repository, after].filter((one) => one !== undefined);
  for (const repository of new Map(folders.map((one) => [one.common, one])).values())
    noteRefsAfterCall(repository, records);
}

/** Checks calls of processes that were killed. What they have left stays where it is: somebody may have worked since. */
export async function checkInterrupted(
  { state }: SandboxPolicy,
  { report = () => {}, reportFailure = () => {} }: OpenOptions,
): Promise<void> {
  for (const [record, remove] of interruptedCalls(state)) {
    try {
      const changes = await checkCall(record, { state, moves: "none" });
      remove();
      if (changes.length > 0) report(changes);
    } catch (error) {
      reportFailure(messageOf(error));
    }
  }
}
