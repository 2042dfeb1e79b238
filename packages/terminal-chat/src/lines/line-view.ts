import type { Answer, Question } from "@skein/protocol";
import { writeError } from "../run/write-error.ts";
import { textWriter } from "../run/text-writer.ts";
import { cleanText, type Paint } from "@skein/terminal";
import type { WithNextStep } from "../wording.ts";
import { approvalText } from "../questions/approval-lines.ts";
import { approvalOf, describeAnswer } from "../questions/approval.ts";
import { clarificationLines, clarificationText } from "../questions/clarification.ts";
import { planHead, planLines } from "../questions/plan-question.ts";
import type { ChatView } from "../chat/chat-view.ts";
import type { LineWords } from "./line-words.ts";
import { lastItems } from "../chat/earlier-items.ts";
import { itemText } from "./item-text.ts";
import { createLinePick } from "./line-pick.ts";
import { createLineWatch } from "./line-watch.ts";
import { approvalQuestion, elicitationQuestion, type LineQuestion } from "../questions/line-answer.ts";

/** A `ChatView` that only ever writes lines: nothing is moved, coloured or drawn again. */
export interface LineView extends ChatView {
  /** Takes a typed line, if a question is open and was so when the line was begun. */
  answer(line: string): boolean;
  /** Shows the choices once more, after a message. */
  askAgain(): void;
  /** The input has ended: no one can answer an open question. */
  giveUp(): void;
}

const unpainted: Paint = (_, text) => text;

export interface LineViewOptions {
  readonly stdout: NodeJS.WriteStream;
  readonly cwd: () => string;
  /** Whether nothing can be typed any more. */
  readonly isOver: () => boolean;
  /** Resolves when all that was typed ahead has been taken, with the beginning of a line that is not finished. */
  readonly settle: (signal: AbortSignal) => Promise<string>;
  readonly onChange: () => void;
  readonly withNextStep: WithNextStep;
  readonly words: LineWords;
}

export function createLineView(options: LineViewOptions): LineView {
  const { stdout, cwd, isOver, settle, onChange, withNextStep, words } = options;
  const writer = textWriter({
    stdout,
    stderr: stdout,
    quiet: false,
    live: true,
    withNextStep,
    words: words.say,
    answerHead: words.answer,
  });
  const write = (text: string) => void stdout.write(`${words.say(cleanText(text))}\n`);
  let open: OpenQuestion | undefined;
  /** Of output. */
  let isAtLineStart = true;

  function showPrompt(question: LineQuestion): void {
    stdout.write(cleanText(question.prompt()));
  }

  const picks = createLinePick({ stdout, write });
  const watch = createLineWatch(write);

  async function ask(question: Question, signal: AbortSignal): Promise<Answer> {
    const { text, lines } = await linesFor(question, cwd());
    signal.throwIfAborted();
    write(`\n${text}`);
    const begun = isOver() ? "" : await settle(signal);
    signal.throwIfAborted();
    const { promise, resolve, reject } = Promise.withResolvers<Answer>();
    open = { question: lines, isLineBegun: begun !== "", resolve, reject };
    if (isOver()) giveUp();
    const onAbort = () => reject(signal.reason as Error);
    signal.addEventListener("abort", onAbort, { once: true });
    try {
      if (begun === "") showPrompt(lines);
      else stdout.write(cleanText(`\nEnter sends what you had begun as a message:\n> ${begun}`));
      const answer = await promise;
      write(describeAnswer(answer));
      return answer;
    } finally {
      signal.removeEventListener("abort", onAbort);
      open = undefined;
    }
  }

  function giveUp(): void {
    picks.giveUp();
    watch.giveUp();
    open?.reject(new Error("the input ended"));
  }

  return {
    ask,
    askAside: ask,
    pick: (list) => picks.open(list, isOver()),
    watch: (watched) => watch.open(watched, isOver()),
    update: ({ event }) => writer.event(event),
    user(text, hasWaited) {
      if (hasWaited) write(`> ${text}`);
    },
    result: (result) => writer.result({ ...result, session: "", text: "" }, 0),
    changes: write,
    say: write,
    output(text) {
      if (text !== undefined) stdout.write(cleanText(text));
      else if (!isAtLineStart) stdout.write("\n");
      isAtLineStart = text === undefined || text.endsWith("\n");
    },
    error: (error) => writeError(withNextStep(error), stdout),
    async earlier(all) {
      const { items, earlier } = lastItems(all);
      if (earlier > 0) write(`… ${earlier} earlier messages and calls`);
      for (const item of items) write(itemText(item));
    },
    draft: (text) => write(`To be typed, as it is or changed:\n${text}`),
    changed() {
      watch.follow();
      onChange();
    },
    giveUp,
    askAgain() {
      if (open) showPrompt(open.question);
    },
    answer(line) {
      if (!open) return watch.answer(line) || picks.answer(line);
      const { question, resolve, isLineBegun } = open;
      if (isLineBegun) {
        open = { ...open, isLineBegun: false };
        return false;
      }
      const answer = question.answer(line);
      if (typeof answer === "string") {
        if (answer !== "") write(answer);
        showPrompt(question);
      } else resolve(answer);
      return true;
    },
  };
}

interface OpenQuestion {
  readonly question: LineQuestion;
  /** The next line was begun before the question was there: it is a message. */
  readonly isLineBegun: boolean;
  readonly resolve: (answer: Answer) => void;
  readonly reject: (error: Error) => void;
}

/** What is asked, and what is made of the lines that are typed then. */
async function linesFor(
  question: Question,
  cwd: string,
): Promise<{ readonly text: string; readonly lines: LineQuestion }> {
  switch (question.kind) {
    case "approval": {
      const approval = await approvalOf(question, cwd);
      return { text: approvalText(approval, unpainted), lines: approvalQuestion(approval) };
    }
    case "plan":
      return { text: `${planHead}\n\n${question.plan}\n`, lines: planLines(question) };
    case "clarification":
      return { text: clarificationText(question), lines: clarificationLines(question) };
    case "elicitation":
      return {
        text: `? ${question.extension}: ${question.message}`,
        lines: elicitationQuestion(question),
      };
  }
}
