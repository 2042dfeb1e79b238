import { relative } from "node:path";
import type { ProtectedChange } from "@skein/sandbox";

/** For the user: what a command has left under a protected name, and what to do about it. */
export function describeChange({ path, reason, aside }: ProtectedChange, cwd: string): string {
  const name = nameOf(path, cwd);
  return aside === undefined
    ? `A command changed ${name}, which decides ${reason}. Check it: Skein does not read it until you trust it.`
    : `A command created ${name}, which decides ${reason}. It was moved to ${aside}: trust it to have it put back.`;
}

function nameOf(path: string, cwd: string): string {
  const name = relative(cwd, path);
  return name.startsWith("..") ? path : name;
}
