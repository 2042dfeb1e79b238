import { execFile, type ExecFileException } from "node:child_process";
import { readFile, rm, writeFile } from "node:fs/promises";
import { dirname } from "node:path";
import { isMissingOrBlocked } from "@skein/platform/files";
import { makeFolders } from "@skein/platform/folders";
import { inheritedVariables } from "@skein/platform/variables";
import { ConfigError, messageOf } from "@skein/protocol";
import type { Machine } from "@skein/host";
import type { ServiceFile } from "./service-file.ts";

/** What stands where a service's file is to be. */
export async function serviceState({ path, text }: ServiceFile): Promise<"none" | "same" | "other"> {
  const there = await readFile(path, "utf8").catch((error: unknown) => {
    if (isMissingOrBlocked(error)) return undefined;
    throw error;
  });
  if (there === undefined) return "none";
  return there === text ? "same" : "other";
}

/** In place of what is there. Nothing is started. Throws `ConfigError`. */
export async function writeService({ path, text }: ServiceFile): Promise<void> {
  try {
    makeFolders(dirname(path));
    await writeFile(path, text);
  } catch (cause) {
    throw new ConfigError("unreadable", `${path} cannot be written: ${messageOf(cause)}.`, {
      nextStep: { do: "place-service-file" },
      cause,
    });
  }
}

export async function removeService({ path }: ServiceFile): Promise<void> {
  await rm(path);
}

/**
 * Runs the commands that start or stop a service, one after the other. Throws `ConfigError` with what the first one that
 * fails says.
 *
 * @param onCommand - receives each command before it is run.
 */
export async function runServiceCommands(
  { env }: Pick<Machine, "env">,
  commands: ServiceFile["start"],
  onCommand: (command: readonly string[]) => void,
): Promise<void> {
  for (const command of commands) {
    onCommand(command);
    const why = await failureOf(env, command);
    if (why === undefined) continue;
    throw new ConfigError("usage", `${command[0]} did not do it: ${why}`, {
      nextStep: { do: "start-service" },
    });
  }
}

function failureOf(
  env: Machine["env"],
  [program, ...args]: readonly [string, ...string[]],
): Promise<string | undefined> {
  return new Promise((resolve) => {
    const onEnd = (error: ExecFileException | null, _: string, errors: string) => {
      if (!error) resolve(undefined);
      else if (typeof error.code === "number") resolve(errors.trim() || `exit ${error.code}`);
      else resolve(error.message);
    };
    execFile(
      program,
      args,
      { env: inheritedVariables("user", env), encoding: "utf8", timeout: 60_000 },
      onEnd,
    ).stdin?.end();
  });
}
