import { homedir } from "node:os";

/** A folder as people write it. */
export function shortFolder(path: string): string {
  const home = homedir();
  return path === home || path.startsWith(`${home}/`) ? `~${path.slice(home.length)}` : path;
}
