import type { BackgroundCommand, BackgroundRun } from "@skein/session-processes/background";
import { ownProgram } from "../own-program.ts";

interface Wish {
  readonly session: string;
  readonly cwd: string;
  readonly text: string | undefined;
  /** As they are typed. */
  readonly flags: readonly string[];
}

/** A run of the command that waits for answers of other processes. */
export function backgroundRun({ session, cwd, text, flags }: Wish): BackgroundCommand {
  const task = text === undefined ? ["--no-stdin"] : ["--instructions", "-"];
  const words = ["run", "--background", "--quiet", "--session-id", session, ...task, ...flags];
  return { session, cwd, command: [...ownProgram(), ...words], input: text ?? "" };
}

/** The same with the settings of a session that is open. */
export const backgroundRunAs: BackgroundRun = ({ provider, model, mode, ...wish }) =>
  backgroundRun({ ...wish, flags: ["--provider", provider, "--model", model, "--mode", mode] });
