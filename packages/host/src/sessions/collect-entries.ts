import type { Entry } from "@skein/protocol";

export function collectEntries(entries: AsyncIterable<Entry>): Promise<readonly Entry[]> {
  return Array.fromAsync(entries);
}
