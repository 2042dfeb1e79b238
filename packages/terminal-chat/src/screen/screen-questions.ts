import type { Answer, Question } from "@skein/protocol";
import { renderMarkdown, type Highlighter } from "@skein/terminal/markdown";
import type { RegionScreen } from "@skein/terminal/screen";
import { displayText, wrap } from "@skein/terminal/width";
import { filePath } from "../calls/call-input.ts";
import type { CardLook } from "../calls/card-look.ts";
import { answerRecord } from "../questions/answer-record.ts";
import { approvalOf } from "../questions/approval.ts";
import { clarificationDialog } from "../questions/clarification.ts";
import type { DialogOptions, QuestionDialog } from "../questions/menu-dialog.ts";
import { planDialog, planHead } from "../questions/plan-question.ts";
import { approvalDialog, elicitationDialog } from "../questions/question-dialog.ts";
import type { ScreenSink } from "./screen-sink.ts";

export interface ScreenQuestionsOptions {
  readonly screen: RegionScreen;
  readonly sink: ScreenSink;
  readonly highlighter: Pick<Highlighter, "prepare">;
  readonly look: () => CardLook;
  readonly loadLanguageOf: (path: string) => Promise<void>;
  readonly cwd: () => string;
  readonly onInterrupt: () => void;
}

/** Questions in the place of the prompt. */
export interface ScreenQuestions {
  /** Asks once the event of the question has been shown, so that the text that led to it comes first. */
  ask(question: Question, signal: AbortSignal): Promise<Answer>;
  /** Asks at once. */
  askAside(question: Question, signal: AbortSignal): Promise<Answer>;
  /** The event of a question has been shown. */
  shown(questionId: string): void;
  dialog(): QuestionDialog | undefined;
  /** Whether the call was shown whole above, because its question has no room for it. */
  isShownAbove(callId: string): boolean;
  /** All that the open question is about, if its dialog has no room for it. */
  subject(): readonly string[] | undefined;
}

export function createScreenQuestions(options: ScreenQuestionsOptions): ScreenQuestions {
  const { screen, sink, highlighter, look, loadLanguageOf, cwd, onInterrupt } = options;
  const { paint } = sink;
  let dialog: QuestionDialog | undefined;
  const shown = createMarks();
  const shownAbove = new Set<string>();

  async function askAside(question: Question, signal: AbortSignal): Promise<Answer> {
    const { promise, resolve, reject } = Promise.withResolvers<Answer>();
    const { highlight } = look();
    const asking = { screen, paint, onAnswer: resolve, onInterrupt, ...(highlight ? { highlight } : {}) };
    dialog = await open(question, asking, signal);
    const onAbort = () => reject(signal.reason as Error);
    signal.addEventListener("abort", onAbort, { once: true });
    try {
      screen.changed();
      const answer = await promise;
      const record = answerRecord(question, answer).flatMap((text) => plainLines(text, sink));
      sink.block(record.map((line) => paint("dim", `  ${line}`)));
      return answer;
    } finally {
      signal.removeEventListener("abort", onAbort);
      dialog = undefined;
      screen.changed();
    }
  }

  /** Shows what is asked. @returns what is shown in the place of the prompt. */
  async function open(
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
        if (!hasRoom(asked)) {
          sink.block(subjectLines(asked));
          shownAbove.add(question.callId);
        }
        if (approval.hidden.length > 0)
          sink.clipped(approval.hidden.flatMap((text) => plainLines(text, sink)));
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
      case "elicitation": {
        signal.throwIfAborted();
        const asked = displayText(`? ${question.extension}: ${question.message}`);
        sink.block(wrap(paint("warning", asked), sink.width()));
        return elicitationDialog(question, asking);
      }
    }
  }

  /** Whether the dialog shows all that it is about, beside the status line and the empty line above the region. */
  function hasRoom({ subject }: QuestionDialog): boolean {
    return subject?.fits(sink.width(), screen.height() - 2) ?? true;
  }

  function subjectLines({ subject }: QuestionDialog): readonly string[] {
    const lines = (subject?.lines ?? []).flatMap((line) => wrap(line, sink.width() - 2));
    return lines.map((line) => `  ${line}`);
  }

  return {
    async ask(question, signal) {
      await shown.when(question.id);
      return askAside(question, signal);
    },
    askAside,
    shown: (questionId) => shown.mark(questionId),
    dialog: () => dialog,
    isShownAbove: (callId) => shownAbove.has(callId),
    subject: () => (dialog && !hasRoom(dialog) ? subjectLines(dialog) : undefined),
  };
}

/** Foreign text, safe and in the width of the screen. */
export function plainLines(text: string, sink: Pick<ScreenSink, "width">): readonly string[] {
  return displayText(text)
    .split("\n")
    .flatMap((line) => wrap(line, sink.width()));
}

/** Promises by id, each resolved by its mark. */
function createMarks() {
  const marks = new Map<string, PromiseWithResolvers<void>>();
  const of = (id: string) => {
    const known = marks.get(id) ?? Promise.withResolvers<void>();
    marks.set(id, known);
    return known;
  };
  return { mark: (id: string) => of(id).resolve(), when: (id: string) => of(id).promise };
}
