import type { ConfigChange } from "@skein/settings";
import { areas, type Area, type Findings, type FoundSecret, type LeftAlone } from "./findings.ts";
import { planExtensions } from "./plan-extensions.ts";
import type { Decided, PlanItem } from "./plan-item.ts";
import { planNotes } from "./plan-notes.ts";
import { planRules } from "./plan-rules.ts";
import { planSecrets } from "./plan-secrets.ts";
import { planSettings } from "./plan-settings.ts";
import type { SkeinNow } from "./skein-now.ts";

export interface Plan {
  readonly items: readonly PlanItem[];
  /** Files that cannot be read, a sentence each. */
  readonly broken: readonly string[];
  readonly config: readonly ConfigChange[];
  readonly notes: string | undefined;
  readonly secrets: readonly FoundSecret[];
}

export interface PlanOptions {
  readonly only: readonly Area[];
  /** Whether Skein's own values give way. */
  readonly overwrite: boolean;
}

/** What would be written, and what not and why. Reads Skein's own files and keys, and writes nothing. */
export async function makePlan(found: Findings, now: SkeinNow, options: PlanOptions): Promise<Plan> {
  const { only, overwrite } = options;
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
    memory: planNotes(found.notes, now, overwrite),
    secrets: await planSecrets(found.secrets, now, overwrite),
  };
  const chosen = areas.filter((area) => only.includes(area));
  const parts = chosen.map((area) => decided[area]);
  return {
    items: chosen.flatMap((area) => [
      ...decided[area].items,
      ...found.leftAlone.filter((one) => one.area === area).map(skipped),
    ]),
    broken: found.broken,
    config: parts.flatMap(({ config = [] }) => config),
    notes: parts.find(({ notes }) => notes !== undefined)?.notes,
    secrets: oncePerName(parts.flatMap(({ secrets = [] }) => secrets)),
  };
}

/** Several extensions may use one secret. */
function oncePerName(secrets: readonly FoundSecret[]): readonly FoundSecret[] {
  return secrets.filter(({ name }, index) => secrets.findIndex((other) => other.name === name) === index);
}

function skipped({ area, subject, why, file }: LeftAlone): PlanItem {
  return { area, action: "skip", subject, why, file };
}

/** Whether anything would be written. */
export function changesAnything({ config, notes, secrets }: Plan): boolean {
  return config.length > 0 || notes !== undefined || secrets.length > 0;
}
