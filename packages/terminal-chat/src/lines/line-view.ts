import type { Answer, Question } from "@skein/protocol";
import { writeError } from "../run/write-error.ts";
import { textWriter } from "../run/text-writer.ts";
import {
  cleanText,
  numberedList,
  numberedPrompt,
  pickTyped,
  type Paint,
  type Picked,
  type PickList,
} from "@skein/terminal";
import { itemsOf } from "@skein/session-view";
import type { WithNextStep } from "../wording.ts";
import { approvalText } from "../questions/approval-lines.ts";
import { approvalOf, describeAnswer } from "../questions/approval.ts";
import { callTitle } from "../calls/call-input.ts";
import { clarificationLines, clarificationText } from "../questions/clarification.ts";
import { planHead, planLines } from "../questions/plan-question.ts";
import type { ChatView, Watched, WatchEnd } from "../chat/chat-view.ts";
import type { LineWords } from "./line-words.ts";
import { isShownAgain, lastItems, userText, type EarlierItem } from "../chat/earlier-items.ts";
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

  /** What the next line may pick. */
  let picking:
    | { readonly list: PickList; readonly resolve: (picked: Picked | undefined) => void }
    | undefined;

  async function pick(list: PickList): Promise<Picked | undefined> {
    picking?.resolve(undefined);
    const { promise, resolve } = Promise.withResolvers<Picked | undefined>();
    if (isOver()) return undefined;
    picking = { list, resolve };
    write(`\n${numberedList(list)}`);
    stdout.write(cleanText(numberedPrompt(list)));
    return promise;
  }

  /** @returns whether the line was meant for the list; any other one closes it. */
  function takePick(line: string): boolean {
    if (!picking) return false;
    const { list, resolve } = picking;
    const picked = pickTyped(list, line);
    if (typeof picked === "object" && "problem" in picked) {
      stdout.write(cleanText(`${picked.problem}\n${numberedPrompt(list)}`));
      return true;
    }
    picking = undefined;
    resolve(typeof picked === "object" ? picked : undefined);
    return picked !== "other";
  }

  /** What is followed until a line is typed; items of it that are written. */
  let watching:
    | { readonly watched: Watched; readonly written: Set<string>; readonly resolve: (end: WatchEnd) => void }
    | undefined;

  async function watch(watched: Watched): Promise<WatchEnd> {
    const { promise, resolve } = Promise.withResolvers<WatchEnd>();
    if (isOver()) return undefined;
    write(`\n${watched.title()}\nEnter: back · s and Enter: stop it`);
    watching = { watched, written: new Set(), resolve };
    follow(true);
    return promise;
  }

  /** Writes what is whole of it by now. Its calls are told as those of all subagents are, but for those so far. */
  function follow(isBegin = false): void {
    if (!watching) return;
    const { watched, written, resolve } = watching;
    const isAtWork = watched.isAtWork();
    for (const item of itemsOf(watched.view()).filter(isShownAgain)) {
      if (isAtWork && "state" in item && item.state === "streaming") break;
      if (!written.has(item.id) && (isBegin || item.type !== "call")) write(itemText(item));
      written.add(item.id);
    }
    if (isAtWork) return;
    watching = undefined;
    write("It has ended.");
    resolve("back");
  }

  /** @returns whether the line was meant for what is followed; any other one closes it. */
  function takeWatch(line: string): boolean {
    if (!watching) return false;
    const { resolve } = watching;
    watching = undefined;
    const typed = line.trim().toLowerCase();
    resolve(typed === "" ? "back" : typed === "s" ? "stop" : undefined);
    return typed === "" || typed === "s";
  }

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
    picking?.resolve(undefined);
    watching?.resolve(undefined);
    open?.reject(new Error("the input ended"));
  }

  return {
    ask,
    askAside: ask,
    pick,
    watch,
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
      follow();
      onChange();
    },
    giveUp,
    askAgain() {
      if (open) showPrompt(open.question);
    },
    answer(line) {
      if (!open) return takeWatch(line) || takePick(line);
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

function itemText(item: EarlierItem): string {
  switch (item.type) {
    case "message":
      return `> ${userText(item.content)}`;
    case "text":
      return item.text;
    case "call":
      return `● ${item.tool ?? ""} ${item.input === undefined ? "" : callTitle(item.input)}`;
    case "notice":
      return item.text;
    case "compaction":
      return "(What came before was summed up.)";
  }
}
