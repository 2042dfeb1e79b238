import type { OutcomeError } from "@skein/protocol";
import { createHighlighter, languageOfFile } from "@skein/terminal/markdown";
import { runSummary } from "@skein/session-view/text";
import type { Paint, Picked } from "@skein/terminal";
import { createPicker, type Picker, type RegionScreen } from "@skein/terminal/screen";
import type { CardLook } from "../calls/card-look.ts";
import { mediaLines } from "../calls/media-lines.ts";
import { changeLine } from "../calls/change-line.ts";
import type { Spinner } from "../chat/spinner.ts";
import type { ChatView, WatchEnd } from "../chat/chat-view.ts";
import { earlierBlocks, earlierFiles, earlierMarkdown, userLines } from "./earlier-lines.ts";
import { createClippedSink } from "./clipped-sink.ts";
import { createCommandOutput } from "./command-output.ts";
import { createLiveReply, type LiveReply } from "./live-reply.ts";
import type { QuestionDialog } from "../questions/menu-dialog.ts";
import { createPickerPlace } from "./picker-place.ts";
import { createScreenQuestions, plainLines } from "./screen-questions.ts";
import { createWatchPage } from "./watch-page.ts";
import type { WithNextStep } from "../wording.ts";

export interface ScreenViewOptions {
  readonly screen: RegionScreen;
  readonly paint: Paint;
  readonly spinner: Spinner;
  readonly cwd: () => string;
  readonly onInterrupt: () => void;
  /** Puts text into the prompt. */
  readonly onDraft: (text: string) => void;
  readonly withNextStep: WithNextStep;
  /** What this terminal can show beyond text. */
  readonly shows: Pick<CardLook, "link" | "fileUrl" | "pictures">;
}

/** A `ChatView` above and in the region of a screen. */
export interface ScreenView extends ChatView {
  readonly live: LiveReply;
  /** In the place of the prompt. */
  dialog(): QuestionDialog | undefined;
  /** In the place of the prompt and of a question: the user has opened it. */
  picker(): Picker | undefined;
  closePicker(): void;
  /** Prints what was clipped last; called again, what was clipped before it. */
  expand(): void;
  /** A line above the region. */
  head(line: string): void;
}

export function createScreenView(options: ScreenViewOptions): ScreenView {
  const { screen, paint, spinner, cwd, onInterrupt, onDraft, withNextStep, shows } = options;
  const highlighter = createHighlighter(paint, () => screen.changed());
  const sink = createClippedSink(screen, paint, spinner);
  const highlight = (code: string, language: string) => highlighter.highlight(code, language);
  const look = (): CardLook => ({ ...shows, width: sink.width(), paint, highlight });
  const loadLanguageOf = (path: string) => highlighter.load(languageOfFile(path));
  const place = createPickerPlace(() => screen.changed());
  const questions = createScreenQuestions({
    screen,
    sink,
    highlighter,
    look,
    loadLanguageOf,
    cwd,
    onInterrupt,
  });
  const live = createLiveReply(sink, {
    look,
    onFile: (path) => void loadLanguageOf(path),
    isShown: (callId) => questions.isShownAbove(callId),
  });
  const plain = (text: string) => plainLines(text, sink);

  function error(described: OutcomeError): void {
    const { message, hint } = withNextStep(described);
    const hints = hint === undefined ? [] : plain(hint).map((line) => `  ${line}`);
    sink.block([...plain(message).map((line) => paint("error", line)), ...hints]);
  }

  return {
    live,
    ask: (question, signal) => questions.ask(question, signal),
    askAside: (question, signal) => questions.askAside(question, signal),
    dialog: () => questions.dialog(),
    pick: (list) => place.open<Picked>((onPick) => createPicker({ list, screen, paint, onPick })),
    watch: (watched) => place.open<WatchEnd>((onEnd) => createWatchPage(watched, { look, spinner, onEnd })),
    picker: () => place.current(),
    closePicker: () => place.close(),
    update(change) {
      const { event } = change;
      live.update(change);
      if (event.type === "question") questions.shown(event.question.id);
    },
    user(text) {
      const { lines, hidden } = userLines(text, look());
      sink.block(lines);
      if (hidden) sink.clipped(hidden);
    },
    attached: (content) => sink.more([...mediaLines(content, undefined, look())]),
    result(result) {
      live.end();
      if (result.error) error(result.error);
      sink.block([paint("dim", `  ${runSummary(result)}`)]);
    },
    changes(text) {
      sink.more([paint("dim", `  ${text}`)]);
    },
    say(text, style) {
      const painted = (line: string) =>
        style === "change" ? changeLine(line, paint) : style ? paint(style, line) : line;
      sink.block(plain(text).map(painted));
    },
    output: createCommandOutput(sink),
    error,
    async earlier(items) {
      await Promise.all([
        highlighter.prepare(earlierMarkdown(items)),
        ...earlierFiles(items).map(loadLanguageOf),
      ]);
      for (const block of earlierBlocks(items, look())) sink.block(block);
      for (const item of items) if ("asked" in item && item.asked) questions.shown(item.asked.question.id);
    },
    draft: onDraft,
    changed: () => screen.changed(),
    expand() {
      const whole = questions.subject() ?? sink.takeClipped();
      sink.block(whole ? [paint("dim", "─── whole ───"), ...whole] : [paint("dim", "Nothing is clipped.")]);
    },
    head: (line) => screen.print(plain(line).map((one) => paint("dim", one))),
  };
}
