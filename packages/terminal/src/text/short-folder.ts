import { homeFolder } from "@skein/platform/user";

/** A folder as people write it. Below `/` as the home folder of a container, `~` would only hide what a path is. */
export function shortFolder(path: string): string {
  const home = homeFolder();
  if (home === "/") return path;
  return path === home || path.startsWith(`${home}/`) ? `~${path.slice(home.length)}` : path;
}
