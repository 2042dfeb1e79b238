import { upwardArrows } from "../structure/folder-arrows.ts";
import type { Workspace } from "../structure/workspace.ts";
import { counted, type Figure } from "./measure.ts";

/** Imports against the order of a package's folders. */
export function arrowFigures({ members }: Workspace): readonly Figure[] {
  const packages = members.filter(({ kind }) => kind !== "examples");
  const all = packages.flatMap(upwardArrows).map(({ file, line, target }) => ({ file, line, what: target }));
  const ofAgent = all.filter(({ file }) => file.startsWith("packages/agent/"));
  return [
    counted("upward arrows between folders of agent", ofAgent, 0),
    counted("upward arrows between folders", all),
  ];
}
