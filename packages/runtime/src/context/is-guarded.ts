import { loadPermissions } from "../later.ts";

/** Whether a file may hold secrets. The table of such files is loaded for it. @param path - absolute, links resolved. */
export async function isGuarded(path: string): Promise<boolean> {
  const { pathGuard } = await loadPermissions();
  return pathGuard()(path, "reads") !== undefined;
}
