import { ConfigError, SkeinError, type Question } from "@skein/protocol";
import { questionTitle, shortId } from "./question-words.ts";

/** What is typed in a shell, for hints. */
export interface ChoiceWords {
  readonly session: string;
  /** Answers all that are open alike. */
  readonly all: string;
  /** Tells what became of a call. */
  readonly show: string;
}

/** The open question whose id begins so; without any of it the only one. Throws `ConfigError`. */
export function chooseQuestion(
  open: readonly Question[],
  wanted: string | undefined,
  words: ChoiceWords,
): Question {
  if (open.length === 0 && wanted === undefined) throw nothingOpen(words);
  const begun = open.filter(({ id }) => wanted === undefined || id.startsWith(wanted));
  const [found] = begun;
  if (found && begun.length === 1) return found;
  const listed = open.map((question) => `${shortId(question, open)}  ${questionTitle(question)}`).join("\n");
  if (begun.length > 1) {
    throw new ConfigError("usage", `Which question? ${begun.length} are open.`, {
      hint: `${listed}\nName one, or answer all of them alike with ${words.all}.`,
    });
  }
  throw new ConfigError("usage", `No question ${JSON.stringify(wanted)} is open in ${words.session}.`, {
    hint: listed === "" ? "It may have been answered already." : listed,
  });
}

/** What to say when somebody was faster since the question was read: as when it is read too late. */
export function saidLate(error: unknown, words: ChoiceWords): unknown {
  if (!SkeinError.is(error)) return error;
  if (error.code === "answered") return new ConfigError("usage", error.message);
  return error.code === "not-asked" ? nothingOpen(words) : error;
}

export function nothingOpen({ session, show }: ChoiceWords): ConfigError {
  return new ConfigError("usage", `No question is open in ${session}.`, {
    hint: `It may have been answered already. \`${show}\` tells what became of its call.`,
  });
}
