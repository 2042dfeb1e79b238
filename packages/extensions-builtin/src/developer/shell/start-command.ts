import { closeSync, openSync, rmSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { makeFolders } from "@skein/platform/folders";
import { messageOf } from "@skein/protocol";
import { openLauncher, type Launched, type Launcher } from "./launcher/open-launcher.ts";
import { isRunning, outputFile, readState, stateFile } from "./state.ts";
import { startWrapped, type CommandEnd, type StartedCommand, type WrappedCommand } from "./wrapper.ts";

export interface CommandStarter {
  /** Rejects with the system's error, for example `E2BIG`. */
  start(command: WrappedCommand): Promise<StartedCommand>;
  /** Ends the launcher; commands go on. */
  close(): void;
}

export interface CommandStarterOptions {
  /** Finds the launcher's program; without one, every command is started by this process, under the wrapper. */
  readonly program: () => string | undefined;
  /** Told once that the launcher cannot be used. */
  readonly warn: (text: string) => void;
}

/**
 * Starts commands so that they outlive this process: from the launcher, which is started for the first of them, or
 * under the wrapper. What both leave in the folder of a call is the same.
 */
export function commandStarter({ program, warn }: CommandStarterOptions): CommandStarter {
  let opening: Promise<Launcher | undefined> | undefined;
  let warned = false;
  const warnOnce = (reason: string) => {
    if (!warned) warn(`Commands are started without the launcher from now on, which is slower. ${reason}`);
    warned = true;
  };
  return {
    async start(command) {
      emptyFolder(command.folder);
      const launcher = command.wrap ? undefined : await (opening ??= openFound(program(), warnOnce));
      if (!launcher) return startWrapped(command);
      const launched = await launcher.launch(requestOf(command));
      if (launched) return { group: launched.group, gone: endOf(launched, command.folder) };
      warnOnce(launcher.lost() ?? "");
      return takeCall(command.folder) ? startWrapped(command) : alreadyStarted(command.folder);
    },
    close: () => void opening?.then((launcher) => launcher?.close()),
  };
}

/** Where the system cannot even make the pipes, the wrapper may still be started. */
async function openFound(
  program: string | undefined,
  warn: (reason: string) => void,
): Promise<Launcher | undefined> {
  try {
    return program === undefined ? undefined : await openLauncher(program);
  } catch (error) {
    warn(messageOf(error));
    return undefined;
  }
}

function emptyFolder(folder: string): void {
  makeFolders(folder, 0o700);
  for (const name of [stateFile, outputFile]) rmSync(`${folder}/${name}`, { force: true });
}

function requestOf(command: WrappedCommand): Parameters<Launcher["launch"]>[0] {
  const { folder, cwd, argv, environment, mark, timeoutMs, maxOutputBytes, keepsNewest = false } = command;
  return {
    folder,
    cwd,
    argv,
    environment: { ...environment, SKEIN_CALL: mark },
    mark: `SKEIN_CALL=${mark}`,
    deadlineMs: timeoutMs,
    maxOutputBytes,
    keepsNewest,
  };
}

async function endOf({ group, ended }: Launched, folder: string): Promise<CommandEnd> {
  const end = await ended;
  if (end === "launcher-lost") await whenGone(group, folder);
  return end === "launcher-lost" || end === "ended" ? "processes-left" : end;
}

/**
 * Takes a call that the launcher may have taken before it ended: whoever makes the state file runs the command, so that
 * it runs once.
 */
function takeCall(folder: string): boolean {
  try {
    closeSync(openSync(`${folder}/${stateFile}`, "wx", 0o600));
    return true;
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "EEXIST") return false;
    throw error;
  }
}

function alreadyStarted(folder: string): StartedCommand {
  const { process } = readState(folder);
  if (!process) throw new Error("The launcher was ended while it started the command.");
  return { group: process.id, gone: whenGone(process.id, folder) };
}

/** Resolves when no process with this id watches the command of this folder. */
export async function whenGone(id: number, folder: string): Promise<"processes-left"> {
  while (isRunning(id, folder)) await sleep(30);
  return "processes-left";
}
