import { spendingReport, type SpendingReport } from "@skein/runtime";
import type { Machine } from "../machine.ts";
import { effectiveSettings } from "./effective-settings.ts";
import { spendingLimits } from "./spending-limits.ts";

/** What was spent today and in the project of a folder, and how much may be. Throws `ConfigError` and `SessionError`. */
export async function spendingHere(machine: Machine, cwd: string): Promise<SpendingReport> {
  const { sections, folders } = await effectiveSettings(machine, cwd);
  return spendingReport({ limits: spendingLimits(sections), cwd, dataFolder: folders.data });
}
