import type { Terminal } from "@earendil-works/pi-tui/dist/terminal.js";
import { isImageLine, setCapabilities } from "@earendil-works/pi-tui/dist/terminal-image.js";
import { TuiMainScreen } from "@earendil-works/pi-tui/dist/tui-main-screen.js";
import { groundOfColour } from "../theme/ground.ts";
import { columnsOf, wrap } from "../text/text-width.ts";
import type { TerminalFeatures } from "./terminal-features.ts";
import type { Ground } from "../theme/palettes.ts";
import { emptyFrame, frameBytes, type Frame } from "./region-frame.ts";

/** Between two frames without a key press: about 30 a second. */
const frameMs = 33;
/** A terminal that has not said its colour by then does not tell it. */
const groundMs = 1_000;

/** The terminal that a screen takes: it reads keys, writes bytes and knows its size. */
export type ScreenTerminal = Terminal;

export interface RegionContent {
  /** @returns what is to stand at the bottom, each line at most `width` columns, at best not more than `rows`. */
  render(width: number, rows: number): string[];
  /** One key, or one paste in brackets. */
  key(data: string): void;
  /** Puts other signs into a line, without changing its width. */
  readonly glyphs?: ((line: string) => string) | undefined;
  /** Absent: the terminal shows no pictures. */
  readonly images?: TerminalFeatures["images"];
}

/**
 * A terminal of which only the bottom is redrawn: lines that are printed scroll up and are never touched again, so that
 * the terminal's own scrollback, search and copying work.
 */
export interface RegionScreen {
  readonly editorHost: TuiMainScreen;
  /** Takes the terminal. May be called twice, also after `stop`. */
  start(): void;
  /** Above the region, for good. Text that is wider than the terminal is wrapped; the bytes of an image are not text. */
  print(lines: readonly string[]): void;
  /** The content has changed; it is drawn soon. */
  changed(): void;
  width(): number;
  /** Rows that the region can have. */
  height(): number;
  /** Asks the terminal what it writes on. Resolves with `undefined` where it does not tell. */
  ground(): Promise<Ground | undefined>;
  /** Removes the region and gives the terminal back as it was. May be called twice, also after `leave`. */
  stop(): void;
  /** As `stop`, and first reads away what the terminal still sends, so that it does not reach the shell. */
  leave(): Promise<void>;
}

export function createRegionScreen(terminal: ScreenTerminal, content: RegionContent): RegionScreen {
  // Otherwise the library finds out by itself, which starts a program in tmux.
  setCapabilities({ images: content.images ?? null, trueColor: false, hyperlinks: false });
  let frame: Frame = emptyFrame;
  let printed: string[] = [];
  let timer: NodeJS.Timeout | undefined;
  let isOn = false;
  // The last column stays empty: terminals differ in what they do when it is written.
  const width = () => Math.max(2, terminal.columns - 1);
  const isTooWide = (line: string) => !isImageLine(line) && columnsOf(line) > width();
  const height = () => Math.max(2, terminal.rows - 1);

  function withGlyphs(lines: readonly string[]): readonly string[] {
    return content.glyphs ? lines.map(content.glyphs) : lines;
  }

  function draw(): void {
    clearTimeout(timer);
    timer = undefined;
    if (!isOn) return;
    const rows = height();
    // In a terminal too low for all of it the bottom, where one types, stays.
    const lines = content.render(width(), rows).slice(-rows);
    const after = { lines: withGlyphs(lines), columns: terminal.columns };
    const bytes = frameBytes(frame, after, withGlyphs(printed));
    frame = after;
    printed = [];
    if (bytes !== "") terminal.write(bytes);
  }

  class Host extends TuiMainScreen {
    protected override doRender(): void {
      draw();
    }
    protected override beforeTerminalStop(): void {}
  }

  const host = new Host(terminal);
  host.setFocus({ render: () => [], invalidate: () => undefined, handleInput: (data) => content.key(data) });

  function changed(): void {
    if (isOn) timer ??= setTimeout(draw, frameMs);
  }

  function stop(): void {
    if (!isOn) return;
    const bytes = frameBytes(frame, { lines: [], columns: frame.columns }, withGlyphs(printed));
    frame = emptyFrame;
    printed = [];
    terminal.write(bytes);
    clearTimeout(timer);
    timer = undefined;
    isOn = false;
    host.stop();
  }

  return {
    editorHost: host,
    start() {
      if (isOn) return;
      isOn = true;
      host.start();
      changed();
    },
    print(lines) {
      for (const line of lines) printed.push(...(isTooWide(line) ? wrap(line, width()) : [line]));
      changed();
    },
    changed,
    width,
    height,
    async ground() {
      const colour = await host.queryTerminalBackgroundColor({ timeoutMs: groundMs });
      return colour && groundOfColour([colour.r, colour.g, colour.b]);
    },
    stop,
    async leave() {
      if (!isOn) return;
      draw();
      await terminal.drainInput(200, 30);
      stop();
    },
  };
}
