import { httpLogFolder } from "@skein/host/providers";
import { thisMachine } from "./machine.ts";

export const debugFolder = (isWanted = false) => httpLogFolder(thisMachine(), isWanted, process.pid);

/** What to tell whoever asked for it. */
export function debugNotice(folder: string): string {
  return `requests and answers are written to ${folder}: without keys, but with all that was said.`;
}
