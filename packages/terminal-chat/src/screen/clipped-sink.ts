import type { Paint } from "@skein/terminal";
import type { RegionScreen } from "@skein/terminal/screen";
import type { Spinner } from "../chat/spinner.ts";
import type { ScreenSink } from "./screen-sink.ts";

/** Clipped blocks that are stored. */
const storedBlocks = 50;

/** A sink above the region of a screen, and what was clipped in it. */
export interface ClippedSink extends ScreenSink {
  /** Takes what was clipped last out of the store; `undefined` if nothing is left. */
  takeClipped(): readonly string[] | undefined;
}

export function createClippedSink(screen: RegionScreen, paint: Paint, spinner: Spinner): ClippedSink {
  const stored: (readonly string[])[] = [];
  return {
    paint,
    spinner,
    width: () => screen.width(),
    block: (lines) => screen.print(["", ...lines]),
    more: (lines) => screen.print(lines),
    changed: () => screen.changed(),
    clipped(whole) {
      stored.push(whole);
      if (stored.length > storedBlocks) stored.shift();
    },
    takeClipped: () => stored.pop(),
  };
}
