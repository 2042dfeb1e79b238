import type { JsonObject } from "@skein/protocol";
import type { Area, Collector } from "../findings.ts";

/** Tells in one line of everything in a file that nobody looked at. */
export function leaveOtherKeys(
  map: JsonObject,
  known: readonly string[],
  { area, file, into }: { readonly area: Area; readonly file: string; readonly into: Collector },
): void {
  const others = Object.keys(map).filter((key) => !known.includes(key) && !key.startsWith("$"));
  if (others.length > 0) into.leave(area, others.join(", "), "Skein has nothing of the kind yet", file);
}
