import type { Paint } from "@skein/terminal";
import type { Spinner } from "../chat/spinner.ts";

/** Where a part of the screen's chat writes. */
export interface ScreenSink {
  readonly paint: Paint;
  readonly spinner: Spinner;
  width(): number;
  /** Above everything that is redrawn, for good; one empty line goes before it. */
  block(lines: readonly string[]): void;
  /** The same without the empty line. */
  more(lines: readonly string[]): void;
  /** What is redrawn has changed. */
  changed(): void;
  /** Keeps what was clipped for whoever asks. */
  clipped(whole: readonly string[]): void;
}
