import { analyzeCommand } from "../shell-analysis/index.ts";
import type { ReachedPath } from "../paths/reached-paths.ts";
import { placeSegments } from "./place-segments.ts";

/** The files and folders that a shell command names, as far as they are written out. @param cwd - absolute. */
export async function commandPaths(command: string, cwd: string): Promise<readonly ReachedPath[]> {
  const { segments } = await analyzeCommand(command);
  return placeSegments(segments, cwd).flatMap(({ paths }) => paths);
}
