import type { Answer, OutcomeError, Question } from "@skein/protocol";
import { createHighlighter, languageOfFile, renderMarkdown } from "@skein/terminal/markdown";
import { displayText, wrap } from "@skein/terminal/width";
import { runSummary } from "@skein/session-view/text";
import type { Paint, Picked, PickList } from "@skein/terminal";
import { createPicker, type Picker, type RegionScreen } from "@skein/terminal/screen";
import { filePath } from "../calls/call-input.ts";
import type { CardLook } from "../calls/card-look.ts";
import { mediaLines } from "../calls/media-lines.ts";
import { changeLine } from "../calls/change-line.ts";
import { answerRecord } from "../questions/answer-record.ts";
import { approvalOf } from "../questions/approval.ts";
import type { Spinner } from "../chat/spinner.ts";
import type { ChatView, RunEnd, Watched, WatchEnd } from "../chat/chat-view.ts";
import { earlierBlocks, earlierFiles, earlierMarkdown, userLines } from "./earlier-lines.ts";
import { createCommandOutput } from "./command-output.ts";
import { createLiveReply, type LiveReply } from "./live-reply.ts";
import type { DialogOptions, QuestionDialog } from "../questions/menu-dialog.ts";
import { clarificationDialog } from "../questions/clarification.ts";
import { planDialog, planHead } from "../questions/plan-question.ts";
import { approvalDialog, elicitationDialog } from "../questions/question-dialog.ts";
import { createWatchPage } from "./watch-page.ts";
import type { ScreenSink } from "./screen-sink.ts";
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
  const clipped: (readonly string[])[] = [];
  let dialog: QuestionDialog | undefined;
  let picking: { readonly picker: Picker; readonly close: () => void } | undefined;
  const shown = createMarks();
  const highlighter = createHighlighter(paint, () => screen.changed());
  const sink: ScreenSink = {
    paint,
    spinner,
    width: () => screen.width(),
    block: (lines) => screen.print(["", ...lines]),
    more: (lines) => screen.print(lines),
    changed: () => screen.changed(),
    clipped(whole) {
      clipped.push(whole);
      if (clipped.length > 50) clipped.shift();
    },
  };
  const highlight = (code: string, language: string) => highlighter.highlight(code, language);
  const look = (): CardLook => ({ ...shows, width: sink.width(), paint, highlight });
  const loadLanguageOf = (path: string) => highlighter.load(languageOfFile(path));
  /** Calls that were shown whole above, because their question has no place for all of them. */
  const shownAbove = new Set<string>();
  const live = createLiveReply(sink, {
    look,
    onFile: (path) => void loadLanguageOf(path),
    isShown: (callId) => shownAbove.has(callId),
  });
  const plain = (text: string) =>
    displayText(text)
      .split("\n")
      .flatMap((line) => wrap(line, sink.width()));

  async function ask(question: Question, signal: AbortSignal): Promise<Answer> {
    await shown.when(question.id);
    return askAside(question, signal);
  }

  async function askAside(question: Question, signal: AbortSignal): Promise<Answer> {
    const { promise, resolve, reject } = Promise.withResolvers<Answer>();
    dialog = await show(question, { screen, paint, highlight, onAnswer: resolve, onInterrupt }, signal);
    const onAbort = () => reject(signal.reason as Error);
    signal.addEventListener("abort", onAbort, { once: true });
    try {
      screen.changed();
      const answer = await promise;
      sink.block(
        answerRecord(question, answer)
          .flatMap(plain)
          .map((line) => paint("dim", `  ${line}`)),
      );
      return answer;
    } finally {
      signal.removeEventListener("abort", onAbort);
      dialog = undefined;
      screen.changed();
    }
  }

  const pick = (list: PickList) =>
    instead<Picked | undefined>((onPick) => createPicker({ list, screen, paint, onPick }));

  const watch = (watched: Watched) =>
    instead<WatchEnd>((onEnd) => createWatchPage(watched, { look, spinner, onEnd }));

  /** Has something in the place of the prompt until it has come to something; `undefined`: it was closed. */
  async function instead<End>(
    make: (onEnd: (end: End | undefined) => void) => Picker,
  ): Promise<End | undefined> {
    picking?.close();
    const { promise, resolve } = Promise.withResolvers<End | undefined>();
    const mine = { picker: make(resolve), close: () => resolve(undefined) };
    picking = mine;
    screen.changed();
    const end = await promise;
    if (picking === mine) picking = undefined;
    screen.changed();
    return end;
  }

  /** Shows what is asked. @returns what is shown in the place of the prompt. */
  async function show(
    question: Question,
    asking: DialogOptions,
    signal: AbortSignal,
  ): Promise<QuestionDialog> {
    switch (question.kind) {
      case "approval": {
        const approval = await approvalOf(question, cwd());
        await loadLanguageOf(filePath(question.input) ?? "");
        signal.throwIfAborted();
        const asked = approvalDialog(approval, asking);
        if (!isInDialog(asked)) {
          sink.block(subjectLines(asked));
          shownAbove.add(question.callId);
        }
        if (approval.hidden.length > 0) sink.clipped(approval.hidden.flatMap(plain));
        return asked;
      }
      case "plan":
        await highlighter.prepare(question.plan);
        signal.throwIfAborted();
        sink.block([paint("warning", planHead), "", ...renderMarkdown(question.plan, look())]);
        return planDialog(question, {
          ...asking,
          onEdit: (plan) => sink.block(renderMarkdown(plan, look())),
        });
      case "clarification":
        signal.throwIfAborted();
        return clarificationDialog(question, asking);
      case "elicitation":
        signal.throwIfAborted();
        sink.block(
          wrap(paint("warning", displayText(`? ${question.extension}: ${question.message}`)), sink.width()),
        );
        return elicitationDialog(question, asking);
    }
  }

  function error(told: OutcomeError): void {
    const { message, hint } = withNextStep(told);
    const hints = hint === undefined ? [] : plain(hint).map((line) => `  ${line}`);
    sink.block([...plain(message).map((line) => paint("error", line)), ...hints]);
  }

  /** Whether it shows all that it is about. The status line and the empty line above the region have their place. */
  function isInDialog({ subject }: QuestionDialog): boolean {
    return subject?.fits(sink.width(), screen.height() - 2) ?? true;
  }

  function subjectLines({ subject }: QuestionDialog): string[] {
    const lines = (subject?.lines ?? []).flatMap((line) => wrap(line, sink.width() - 2));
    return lines.map((line) => `  ${line}`);
  }

  return {
    live,
    ask,
    askAside,
    dialog: () => dialog,
    pick,
    watch,
    picker: () => picking?.picker,
    closePicker: () => picking?.close(),
    update(change) {
      const { event } = change;
      live.update(change);
      if (event.type === "question") shown.mark(event.question.id);
    },
    user(text) {
      const { lines, hidden } = userLines(text, look());
      sink.block(lines);
      if (hidden) sink.clipped(hidden);
    },
    attached: (content) => sink.more([...mediaLines(content, undefined, look())]),
    result(result: RunEnd) {
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
      for (const item of items) if ("asked" in item && item.asked) shown.mark(item.asked.question.id);
    },
    draft: onDraft,
    changed: () => screen.changed(),
    expand() {
      const whole = dialog && !isInDialog(dialog) ? subjectLines(dialog) : clipped.pop();
      sink.block(whole ? [paint("dim", "─── whole ───"), ...whole] : [paint("dim", "Nothing is clipped.")]);
    },
    head: (line) => screen.print(plain(line).map((one) => paint("dim", one))),
  };
}

/** Questions whose event has been shown, so that none is asked before the text that led to it. */
function createMarks() {
  const marks = new Map<string, PromiseWithResolvers<void>>();
  const of = (id: string) => {
    const known = marks.get(id) ?? Promise.withResolvers<void>();
    marks.set(id, known);
    return known;
  };
  return { mark: (id: string) => of(id).resolve(), when: (id: string) => of(id).promise };
}
