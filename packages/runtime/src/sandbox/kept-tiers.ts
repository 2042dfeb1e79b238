import { readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { makeFolders } from "@skein/platform/folders";
import type { Barrier } from "@skein/sandbox";
import { tierFacts } from "@skein/sandbox/tier-facts";

/** What a start has to know of a tier. */
export type KnownTier = Pick<Barrier, "tier" | "network">;

/**
 * The tiers that an earlier start found on this machine, best first. A guess: it says what a session is told, and no command
 * runs before the tier was tried again.
 */
export function readKeptTiers(stateFolder: string): readonly KnownTier[] {
  try {
    const { facts, tiers } = JSON.parse(readFileSync(fileIn(stateFolder), "utf8")) as Partial<Kept>;
    return facts === tierFacts() && Array.isArray(tiers) ? tiers.filter(isKnownTier) : [];
  } catch {
    return [];
  }
}

/** Keeps those that were found. That none was is never kept: a sandbox that works again would not be used. */
export async function keepTiers(stateFolder: string, found: readonly KnownTier[]): Promise<void> {
  const file = fileIn(stateFolder);
  const facts = tierFacts();
  if (found.length === 0 || facts === undefined) return rmSync(file, { force: true });
  const tiers = found.map(({ tier, network }) => ({ tier, network }));
  if (JSON.stringify(readKeptTiers(stateFolder)) === JSON.stringify(tiers)) return;
  const next = `${file}.${crypto.randomUUID()}`;
  makeFolders(stateFolder, 0o700);
  writeFileSync(next, JSON.stringify({ facts, tiers } satisfies Kept), { mode: 0o600 });
  renameSync(next, file);
}

interface Kept {
  readonly facts: string;
  readonly tiers: readonly KnownTier[];
}

function fileIn(stateFolder: string): string {
  return join(stateFolder, "sandbox-tiers.json");
}

function isKnownTier(value: Partial<KnownTier> | null): value is KnownTier {
  const isTier = value?.tier === "full" || value?.tier === "bwrap";
  return isTier && (value.network === "hosts" || value.network === "all-or-none");
}
