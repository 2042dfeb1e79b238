import type { Machine } from "@skein/host";
import type { ConfigChange } from "@skein/settings";
import { areas, type Area, type ImportFindings, type FoundSecret } from "../findings.ts";
import { planExtensions } from "./plan-extensions.ts";
import { planHooks } from "./plan-hooks.ts";
import type { Decided, PlanItem } from "./plan-item.ts";
import { planNotes } from "./plan-notes.ts";
import { planRules } from "./plan-rules.ts";
import { planSecrets } from "./plan-secrets.ts";
import { planSettings } from "./plan-settings.ts";
import { readCurrentSetup, type CurrentSetup } from "./current-setup.ts";

export interface ImportPlan {
  /** What is to be shown. */
  readonly items: readonly PlanItem[];
  /** Files that cannot be read, a sentence each. */
  readonly broken: readonly string[];
  /** What is to be written: values of secrets are among it. */
  readonly changes: ImportChanges;
}

/** What is left out stays as it is. */
interface ImportChanges {
  readonly config?: { readonly file: string; readonly changes: readonly ConfigChange[] };
  /** The whole text of the user's notes. */
  readonly notes?: { readonly file: string; readonly text: string };
  readonly secrets: readonly FoundSecret[];
}

export interface ImportPlanOptions {
  readonly only: readonly Area[];
  /** Whether Skein's own values give way. */
  readonly overwrite: boolean;
  /** The config file to write. Default: the user's own. */
  readonly file?: string | undefined;
}

/**
 * What would be written, and what not and why. Reads Skein's own files and keys, and writes nothing.
 *
 * Throws `ConfigError` for a file of Skein's that could not be changed without losing what it says.
 */
export async function planImport(
  machine: Machine,
  found: ImportFindings,
  { only, overwrite, file }: ImportPlanOptions,
): Promise<ImportPlan> {
  const now = await readCurrentSetup(machine, only, file);
  const extensions = await planExtensions(found.extensions, now, overwrite);
  const decided: Readonly<Record<Area, Decided>> = {
    settings: planSettings(found.settings, now, overwrite),
    extensions,
    permissions: planRules(
      found.rules,
      { ...extensions, isTaken: only.includes("extensions") },
      now,
      overwrite,
    ),
    hooks: planHooks(found.hooks, now),
    memory: planNotes(found.notes, now, overwrite),
    secrets: await planSecrets(found.secrets, now, overwrite),
  };
  const chosen = areas.filter((area) => only.includes(area));
  const parts = chosen.map((area) => decided[area]);
  return {
    items: chosen.flatMap((area) => [
      ...decided[area].items,
      ...found.leftAlone
        .filter((one) => one.area === area)
        .map((one): PlanItem => ({ ...one, action: "skip" })),
    ]),
    broken: found.broken,
    changes: changesOf(parts, now),
  };
}

function changesOf(parts: readonly Decided[], now: CurrentSetup): ImportChanges {
  const changes = parts.flatMap(({ config = [] }) => config);
  const text = parts.find(({ notes }) => notes !== undefined)?.notes;
  return {
    ...(changes.length === 0 ? {} : { config: { file: now.file, changes } }),
    ...(text === undefined || !now.notes ? {} : { notes: { file: now.notes.file, text } }),
    secrets: oncePerName(parts.flatMap(({ secrets = [] }) => secrets)),
  };
}

/** Several extensions may use one secret. */
function oncePerName(secrets: readonly FoundSecret[]): readonly FoundSecret[] {
  return secrets.filter(({ name }, index) => secrets.findIndex((other) => other.name === name) === index);
}

/** Whether anything would be written. */
export function changesAnything({ changes: { config, notes, secrets } }: ImportPlan): boolean {
  return config !== undefined || notes !== undefined || secrets.length > 0;
}
