import { homedir } from "node:os";
import type { AnalyzedCommand, ShellSegment } from "./shell-analysis.ts";
import { foldersAfter, pathsOfSegment, type SegmentPaths } from "./paths-of-segment.ts";

/** A simple command of a call, and what it gets at. */
export interface PlacedSegment extends SegmentPaths {
  readonly segment: ShellSegment;
}

/** The simple commands of a call with what each gets at, those behind a `cd` from every folder they may run in. */
export function placeSegments({ segments }: AnalyzedCommand, cwd: string): readonly PlacedSegment[] {
  let folders: readonly string[] | undefined = [cwd];
  return segments.map((segment) => {
    const found = pathsOfSegment(segment, folders ?? [cwd]);
    const placed = {
      segment,
      ...found,
      ...(folders ? {} : { unknown: "a folder that is not known before it runs" }),
    };
    folders = folders && foldersAfter(segment, folders, homedir());
    return placed;
  });
}
