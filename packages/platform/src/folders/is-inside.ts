import { isAbsolute, relative, sep } from "node:path";

/** Returns true for the path of the folder or of something below it. Both absolute. Does not follow links: resolve both first. */
export function isInside(path: string, folder: string): boolean {
  // Called hundreds of times for one command, nearly always with normalized paths.
  if (isNormal(path) && isNormal(folder)) return path === folder || path.startsWith(`${folder}/`);
  const way = relative(folder, path);
  return way !== ".." && !way.startsWith(`..${sep}`) && !isAbsolute(way);
}

/** Only of POSIX, and not of the root. */
function isNormal(path: string): boolean {
  return path.startsWith("/") && !/\/\.{0,2}(\/|$)/.test(path);
}
