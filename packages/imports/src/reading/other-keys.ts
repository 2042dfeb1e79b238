import type { JsonObject } from "@skein/protocol";
import type { Area, Collector } from "../findings.ts";

/** Reports in one line the keys of a file that were not read. */
export function leaveOtherKeys(
  map: JsonObject,
  known: readonly string[],
  { area, file, into }: { readonly area: Area; readonly file: string; readonly into: Collector },
): void {
  const others = Object.keys(map).filter((key) => !known.includes(key) && !key.startsWith("$"));
  if (others.length > 0) into.leave(area, others.join(", "), "Skein has nothing of the kind yet", file);
}
