import { isAbsolute, relative, sep } from "node:path";

/** Both absolute, with links resolved. */
export function isBelow(path: string, folder: string): boolean {
  const way = relative(folder, path);
  return way !== ".." && !way.startsWith(`..${sep}`) && !isAbsolute(way);
}
