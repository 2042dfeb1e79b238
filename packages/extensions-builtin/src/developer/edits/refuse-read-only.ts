import { accessSync, constants, type Stats } from "node:fs";
import { escapeName, type ToolFailure } from "@skein/protocol";

const anyWrite = 0o222;

/**
 * The failure for a file that this user may not write, or no user: replacing it would work where its folder can be
 * written.
 */
export function refuseReadOnly(path: string, { mode }: Pick<Stats, "mode">): ToolFailure | undefined {
  if ((mode & anyWrite) !== 0 && isWritable(path)) return undefined;
  return {
    kind: "failed",
    message: `${escapeName(path)} is read-only; nothing was changed.`,
    hint: "If it is meant to be changed, make it writable in the shell (chmod u+w) and make the call again.",
  };
}

function isWritable(path: string): boolean {
  try {
    accessSync(path, constants.W_OK);
    return true;
  } catch (error) {
    // Writing it says what else is wrong.
    return (error as NodeJS.ErrnoException).code !== "EACCES";
  }
}
