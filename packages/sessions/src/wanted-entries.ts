import type { EntryKind } from "@skein/protocol";
import type { Upcasters } from "./upcasters.ts";

/** What a reader of a session's file is asked for. */
export interface WantedEntries {
  readonly session: string;
  /** The first `seq`; below 1 counts as 1. */
  readonly from: number;
  /** `undefined`: all. */
  readonly kinds: readonly EntryKind[] | undefined;
  readonly upcasters: Upcasters;
}
