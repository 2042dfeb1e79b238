import { accessSync, constants } from "node:fs";
import { delimiter, isAbsolute, join } from "node:path";

const usualPlaces = ["/bin/bash", "/usr/bin/bash", "/usr/local/bin/bash"];

/**
 * The argv that a command text is added to: bash without the user's start-up files; `sh` where there is no bash.
 * Only absolute places are looked at.
 */
export function findShell(path = ""): readonly string[] {
  const onPath = path
    .split(delimiter)
    .flatMap((folder) => (isAbsolute(folder) ? [join(folder, "bash")] : []));
  const bash = [...usualPlaces, ...onPath].find(isExecutable);
  return bash === undefined ? ["/bin/sh", "-c"] : [bash, "--noprofile", "--norc", "-c"];
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
