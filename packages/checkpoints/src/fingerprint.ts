import { lstatSync, readdirSync, type BigIntStats } from "node:fs";
import { basename, dirname, join } from "node:path";
import { isNothingThere } from "./stats.ts";

/** Replaces bytes in a name that are not UTF-8. */
const replacement = "\uFFFD";

/**
 * Identifies the state of something that is not captured: its type, size and times. For a folder only its identity,
 * not its content.
 *
 * @param place - absolute.
 */
export function fingerprint(place: string): string {
  const name = basename(place);
  if (name.includes(replacement)) return ofOddNames(dirname(place), name);
  try {
    const stats = lstatSync(place, { bigint: true, throwIfNoEntry: false });
    return stats ? ofStats(stats) : "nothing";
  } catch (error) {
    return isNothingThere(error) ? "nothing" : "hidden";
  }
}

function ofStats(stats: BigIntStats): string {
  const { mode, ino, size, mtimeNs } = stats;
  return stats.isDirectory() ? `${mode} ${ino}` : `${mode} ${ino} ${size} ${mtimeNs}`;
}

/** Of all names that look the same when decoded as UTF-8. */
function ofOddNames(folder: string, name: string): string {
  try {
    const names = readdirSync(folder, { encoding: "buffer" }).filter((bytes) => bytes.toString() === name);
    const places = names.map((bytes) => Buffer.concat([Buffer.from(join(folder, "/")), bytes]));
    const found = places.map((place, index) => {
      const stats = lstatSync(place, { bigint: true, throwIfNoEntry: false });
      return `${names[index]?.toString("hex")} ${stats ? ofStats(stats) : "nothing"}`;
    });
    return found.length === 0 ? "nothing" : found.toSorted().join(", ");
  } catch (error) {
    return isNothingThere(error) ? "nothing" : "hidden";
  }
}
