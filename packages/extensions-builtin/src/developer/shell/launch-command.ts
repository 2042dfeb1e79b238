import { existsSync } from "node:fs";
import { makeFolders } from "@skein/platform/folders";
import { startOf, type OwnProcesses } from "@skein/extension-kit/processes";
import { groupedNumber, messageOf, type ToolContext, type ToolFailure } from "@skein/protocol";
import { findShell } from "./find-shell.ts";
import type { HeldCommand, ShellSandbox } from "./sandboxed.ts";
import type { CommandStarter } from "./start-command.ts";
import type { CommandEnd, WrapCommand } from "./wrapper.ts";

export interface LaunchOptions {
  readonly starter: CommandStarter;
  readonly context: Pick<ToolContext, "callId" | "cwd">;
  readonly environment: Readonly<Record<string, string>>;
  /** Whether a text contains a secret. */
  readonly holdsSecret: (text: string) => boolean;
  readonly wrap: WrapCommand | undefined;
  /** Absent for a command that runs outside. */
  readonly sandbox: ShellSandbox | undefined;
  /** Of the command's state and output. */
  readonly folder: string;
  /** What a command in the sandbox may read although it is hidden. */
  readonly readable: readonly string[];
  readonly timeoutMs: number;
  readonly maxOutputBytes: number;
  /** At that limit older output is dropped. Default false: the command cannot write any more. */
  readonly keepsNewest?: boolean;
  /** What runs inside the sandbox in place of the shell. Default: the shell. */
  readonly inside?: (argv: readonly string[]) => readonly string[];
  /** What runs outside of it in place of that. Default: the same. */
  readonly around?: (argv: readonly string[]) => readonly string[];
}

export interface LaunchedCommand {
  readonly processes: OwnProcesses;
  readonly held: HeldCommand | undefined;
  /** Resolves when the process that watches the command has ended; the output is then complete. */
  readonly gone: Promise<CommandEnd>;
}

const commandVariable = "SKEIN_COMMAND";

/** Arguments of a process are visible to all users, its environment only to its owner. */
const runCommandVariable = `eval "unset ${commandVariable}; $${commandVariable}"`;

/** Starts a command in the shell, held by the sandbox where there is one. */
export async function launchCommand(
  command: string,
  options: LaunchOptions,
): Promise<LaunchedCommand | ToolFailure> {
  const { starter, context, environment, holdsSecret, sandbox, readable } = options;
  const { inside = (argv) => argv, around = (argv) => argv } = options;
  if (command.includes("\0"))
    return { kind: "failed", message: "The command contains a NUL character, which shells do not accept." };
  const isOpen = !holdsSecret(command);
  const mark = markOf(context.callId);
  const argv = inside([...findShell(environment["PATH"]), isOpen ? command : runCommandVariable]);
  let release: () => unknown = () => {};
  try {
    if (sandbox) for (const folder of readable) makeFolders(folder, 0o700);
    const held = await sandbox?.hold({
      argv,
      cwd: context.cwd,
      readable,
      isLasting: options.keepsNewest ?? false,
    });
    if (held) release = held.release;
    const { group, gone } = await starter.start({
      folder: options.folder,
      timeoutMs: options.timeoutMs,
      maxOutputBytes: options.maxOutputBytes,
      keepsNewest: options.keepsNewest ?? false,
      mark,
      environment: {
        ...environment,
        ...held?.env,
        ...(isOpen ? {} : { [commandVariable]: command }),
      },
      cwd: context.cwd,
      wrap: options.wrap,
      argv: around(held?.argv ?? argv),
    });
    gone.finally(release).catch(() => {});
    const processes = { group, mark: markOfProcess(mark), fresh: true, leaderStart: startOf(group) };
    return { processes, held, gone };
  } catch (error) {
    release();
    return cannotStart(error, command, context.cwd);
  }
}

/** Call ids repeat between sessions, marks must not. */
function markOf(callId: string): string {
  return `${callId.replace(/[^\w-]/g, "_").slice(0, 64)}.${crypto.randomUUID().slice(0, 8)}`;
}

/** As it appears in the environment of the wrapper's processes. */
export function markOfProcess(mark: string): string {
  return `SKEIN_CALL=${mark}`;
}

export function cannotStart(error: unknown, command: string, cwd: string): ToolFailure {
  const code = error instanceof Error && "code" in error ? error.code : undefined;
  if (code === "E2BIG") {
    return {
      kind: "failed",
      message: `The command is too long for the system (${groupedNumber(Buffer.byteLength(command))} bytes).`,
      hint: "Write it to a file first, then run that file.",
    };
  }
  if (code === "ENOENT" && !existsSync(cwd)) {
    return { kind: "failed", message: `The working folder ${cwd} does not exist.` };
  }
  return { kind: "failed", message: `The command could not be started: ${messageOf(error)}` };
}
