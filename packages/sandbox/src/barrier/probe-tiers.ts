import { systemFolders } from "../find-program.ts";
import type { Barrier, MissingBarrier } from "./port.ts";
import { probeBwrap } from "./probe-bwrap.ts";

export interface Barriers {
  /** That work here, best first; empty when commands cannot be held. */
  readonly found: readonly Barrier[];
  /** Best first, with the reason. */
  readonly missing: readonly MissingBarrier[];
}

/** Tries which tiers can hold commands here, by really running something in them. */
export async function probeTiers(folders: readonly string[] = systemFolders): Promise<Barriers> {
  const all: readonly (Barrier | MissingBarrier)[] = [...(await probeBwrap(folders)), noLandlock];
  return {
    found: all.filter((one) => "open" in one),
    missing: all.filter((one) => "reason" in one),
  };
}

const noLandlock: MissingBarrier = {
  tier: "landlock",
  reason: "No program that starts commands under Landlock comes with this version.",
  hint: "Use bubblewrap.",
};
