import { delimiter, isAbsolute, join } from "node:path";
import { isProgram } from "@skein/platform/files";

const usualPlaces = ["/bin/bash", "/usr/bin/bash", "/usr/local/bin/bash"];

/**
 * The argv to which a command is appended: bash without the user's startup files, or `sh` without bash. Only absolute
 * paths are tried.
 */
export function findShell(path = ""): readonly string[] {
  const bash = usualPlaces.find(isProgram) ?? bashOn(path);
  return bash === undefined ? ["/bin/sh", "-c"] : [bash, "--noprofile", "--norc", "-c"];
}

function bashOn(path: string): string | undefined {
  const folders = path.split(delimiter).filter((folder) => isAbsolute(folder));
  return folders.map((folder) => join(folder, "bash")).find(isProgram);
}
