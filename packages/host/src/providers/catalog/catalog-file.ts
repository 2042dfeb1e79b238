import { existsSync } from "node:fs";
import { join } from "node:path";
import type { Machine } from "../../machine.ts";

export function catalogFolder({ directories }: Machine): string {
  return join(directories.data, "model-catalog");
}

/** What was fetched of the models of a provider. */
export function catalogFile(machine: Machine, provider: string): string {
  return join(catalogFolder(machine), `${encodeURIComponent(provider)}.json`);
}

/** Whether anything was: without it, nothing of a catalog is loaded. */
export function hasCatalog(machine: Machine, provider: string): boolean {
  return existsSync(catalogFile(machine, provider));
}
