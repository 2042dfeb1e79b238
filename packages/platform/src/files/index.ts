export { fileFault } from "./file-fault.ts";
export { flush, flushHandle } from "./flush.ts";
export { isMissing, isMissingOrBlocked } from "./is-missing.ts";
export { isProgram } from "./is-program.ts";
export { createPrivateFile, makePrivateFolder, openPrivateFile, writePrivateFile } from "./private-files.ts";
