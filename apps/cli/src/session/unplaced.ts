import type { ListedSession } from "@skein/runtime";

/** For the hint of an error: damaged sessions of which nobody can tell in which folder they were held. */
export function unplaced(listed: readonly ListedSession[]): string {
  const ids = listed.flatMap((line) => ("summary" in line || line.cwd !== undefined ? [] : [line.session]));
  if (ids.length === 0) return "";
  const which = ids.length > 3 ? `${ids.slice(0, 3).join(", ")}, …` : ids.join(", ");
  return `\nDamaged, and of a folder that cannot be read any more: ${which}`;
}
