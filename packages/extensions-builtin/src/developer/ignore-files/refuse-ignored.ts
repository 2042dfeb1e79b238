import { relative } from "node:path";
import { escapeName, type ToolFailure } from "@skein/protocol";
import { ignoredBy, isIgnoreFile } from "./ignored-by.ts";

/** The failure for a file that an ignore file keeps from being read and written; `undefined`: it may be. */
export function refuseIgnored(path: string): ToolFailure | undefined {
  const found = ignoredBy(path);
  if (!found) return undefined;
  const { file, base, line, pattern } = found;
  return {
    kind: "failed",
    message: `${escapeName(path)} is kept from you by ${escapeName(file)}, line ${line} (${escapeName(pattern)}).`,
    hint: `Do without it. If it is needed, ask the user to remove that line or to add !${escapeName(relative(base, path))} below it.`,
  };
}

/** The same for writing, of which the ignore files themselves are kept as well. */
export function refuseIgnoredWrite(path: string): ToolFailure | undefined {
  if (!isIgnoreFile(path)) return refuseIgnored(path);
  return {
    kind: "failed",
    message: `${escapeName(path)} says what is kept from you, and only the user changes it.`,
    hint: "Tell the user what should change in it, and why.",
  };
}
