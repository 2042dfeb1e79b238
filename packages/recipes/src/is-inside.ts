import { isAbsolute, relative, sep } from "node:path";

/** Whether a path is that of the folder or of something below it. Links are not followed: resolve both first. */
export function isInside(path: string, folder: string): boolean {
  const way = relative(folder, path);
  return way === "" || (way !== ".." && !way.startsWith(`..${sep}`) && !isAbsolute(way));
}
