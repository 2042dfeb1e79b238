import { messageOf } from "./errors.ts";
import type { OutcomeError } from "../outcomes.ts";

/** Error of the operating system in the words that users read. */
interface Fault extends Required<Omit<OutcomeError, "nextStep">> {
  readonly code: "full" | "read-only" | "too-large" | "no-folder" | "too-many-files" | "disk";
}

const full: Fault = {
  code: "full",
  message: "No space left on the disk",
  hint: "Free some space and try again.",
};
const readOnly: Fault = {
  code: "read-only",
  message: "A file or folder cannot be used",
  hint: "Check its permissions, or set SKEIN_HOME to keep Skein's own folders somewhere else.",
};
const tooManyFiles: Fault = {
  code: "too-many-files",
  message: "Too many files are open",
  hint: "Raise the limit with `ulimit -n`, or stop programs that keep files open.",
};

/**
 * Faults by error code of the operating system (errno). Other codes can be
 * defects of Skein.
 */
const faults: ReadonlyMap<string, Fault> = new Map([
  ["ENOSPC", full],
  ["EDQUOT", full],
  [
    "EFBIG",
    {
      code: "too-large",
      message: "A file would exceed the file size limit",
      hint: "`ulimit -f` shows the limit; raise it and try again.",
    },
  ],
  ["EROFS", readOnly],
  ["EACCES", readOnly],
  ["EPERM", readOnly],
  ["EMFILE", tooManyFiles],
  ["ENFILE", tooManyFiles],
  ["EIO", { code: "disk", message: "The disk failed", hint: "Check the disk, then try again." }],
]);

/**
 * Describes what the operating system refused, such as a full disk or a missing
 * permission.
 *
 * @returns undefined for an error that can be a defect of Skein.
 */
export function machineFault(error: unknown): OutcomeError | undefined {
  if (!(error instanceof Error) || !("code" in error) || typeof error.code !== "string") return undefined;
  if ("syscall" in error && error.syscall === "uv_cwd") {
    return {
      code: "no-folder",
      message: "The folder in which Skein was started no longer exists.",
      hint: "Change to a folder that exists and try again.",
    };
  }
  const fault = faults.get(error.code);
  return fault && { ...fault, message: `${fault.message} (${messageOf(error)}).` };
}
