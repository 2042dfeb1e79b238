import { readFile } from "node:fs/promises";
import { buffer } from "node:stream/consumers";
import { type Parsed, jsonObject, oneOf } from "@skein/command-line";
import { answerFlags } from "@skein/command-line/command-flags";
import { continueAnswered } from "@skein/session-processes/queue";
import { answerAnywhere } from "@skein/session-processes";
import { describeNothingOpen, readEntries } from "@skein/host/sessions";
import { ConfigError, messageOf, type Answer, type Question, answerScopes } from "@skein/protocol";
import { decodeInput } from "@skein/terminal";
import { answerIn as optionIn, questionList } from "@skein/terminal-chat/questions";
import { chooseQuestion, nothingOpen, questionTitle, saidLate } from "@skein/terminal-chat/sessions";
import { defineCommand } from "../../arguments/command-line.ts";
import { answerWords, howToAnswer } from "../question-words.ts";
import { thisMachine } from "../../machine.ts";
import { openElsewhere } from "@skein/session-processes/background";
import { note, printJson, warn } from "../../print.ts";
import { userRedactor } from "../user-redactor.ts";
import { userSession } from "../user-session.ts";

type AnswerFlags = Parsed<typeof answerFlags>;

export const main = defineCommand({
  name: "session answer",
  help: {
    title: "answer a question that was asked when no one was there",
    usage: [
      "[ID|NAME] [QUESTION] --allow once|session|always",
      "[ID|NAME] [QUESTION] --allow once [--mode MODE] [--plan FILE]     (of a plan)",
      "[ID|NAME] [QUESTION] --reply TEXT                               (of the model)",
      "[ID|NAME] [QUESTION] --deny [--reason TEXT]",
    ],
    text: `Nothing is run yet: skein resume ID --continue goes on from the answers, once all are given; a run that was submitted is
taken by a worker again. QUESTION may be left out
when only one is open, and shortened while it stays the only one that begins so. Without --allow and --deny the open
questions are listed. A question is answered once: whoever comes second is told.`,
    examples: [
      "skein session answer                          what is open in the last session of this folder",
      "skein session answer ID --allow once && skein resume ID --continue",
      "skein session answer ID --allow once --mode accept_edits",
      'skein session answer ID 3f2a --deny --reason "Use the test database."',
    ],
  },
  flags: answerFlags,
  words: 2,
  suggests: "sessions",
  run: async (flags, words) => {
    const answer = await answerIn(flags);
    await using found = await userSession(words[0]);
    const { sessions, session } = found;
    const open = await sessions.openQuestions(session);
    if (!answer && !flags.reply) {
      if (flags.json) printJson({ id: session, questions: open });
      else if (open.length === 0) note(await describeNothingOpen(sessions, session));
      else {
        const { entries } = await readEntries(sessions, session);
        const runBy = (await openElsewhere(thisMachine(), sessions)).get(session);
        const look = { entries, now: new Date(), words: answerWords(session, runBy) };
        process.stdout.write(`${(await questionList(open, look)).join("\n")}\n`);
      }
      return 0;
    }
    const said = { session, all: "--all", show: "skein session show" };
    const chosen = flags.all && words[1] === undefined ? open : [chooseQuestion(open, words[1], said)];
    if (chosen.length === 0) throw nothingOpen(said);
    const redactor = await userRedactor(process.cwd());
    const place = { directories: thisMachine().directories, sessions };
    let runBy: number | undefined;
    for (const question of chosen) {
      const given = {
        answer: answer ?? repliesTo(question, flags.reply ?? []),
        by: "session answer",
        redactor,
      };
      const answered = answerAnywhere(place, session, question.id, given);
      runBy = (await answered.catch((error: unknown) => Promise.reject(saidLate(error, said)))).pid;
    }
    const left = open.filter((question) => !chosen.includes(question));
    const { resumed, isSubmitted } =
      runBy === undefined
        ? await continueAnswered(thisMachine(), sessions, session)
        : { resumed: session, isSubmitted: false };
    if (flags.json) printJson({ id: session, answered: chosen.map(({ id }) => id), open: left });
    else {
      const verb = answer === undefined ? "Answered" : "allow" in answer ? "Allowed" : "Denied";
      for (const question of chosen) note(`${verb}: ${questionTitle(question)}`);
      if (left.length > 0) for (const line of howToAnswer(session, left, runBy, resumed)) note(line);
      else if (runBy !== undefined) note(`Process ${runBy} continues the session.`);
      else if (isSubmitted) note(`A worker continues it: skein logs ${resumed} --follow`);
      else note(`Continue it: skein resume ${resumed} --continue`);
    }
    return 0;
  },
});

/** Throws `ConfigError`. */
function repliesTo(question: Question, texts: readonly string[]): Answer {
  const asked = question.kind === "clarification" ? question.questions : [];
  const answers = asked.map((one, at) => optionIn(texts[at]?.trim() ?? "", one) ?? "");
  if (asked.length > 0 && asked.length === texts.length && !answers.includes(""))
    return { reply: { answers } };
  throw new ConfigError("usage", `--reply does not answer: ${questionTitle(question)}`, {
    hint:
      asked.length === 0
        ? "Give --allow or --deny."
        : `Give it ${asked.length} times, in the order of the questions.`,
  });
}

/** @returns `undefined` when neither is said. Throws `ConfigError`. */
async function answerIn(flags: AnswerFlags): Promise<Answer | undefined> {
  const { allow, deny, reason, input, mode, plan, reply } = flags;
  if (reply && (allow !== undefined || deny))
    throw new ConfigError("usage", "Give --reply, --allow or --deny.");
  if (allow !== undefined && deny) throw new ConfigError("usage", "Give --allow or --deny, not both.");
  if (reason !== undefined && !deny) {
    throw new ConfigError("usage", "--reason is for a denial.", { hint: "Add --deny." });
  }
  if (deny) {
    const [extra] = forAllowed.filter((flag) => flags[flag] !== undefined);
    if (extra !== undefined) throw new ConfigError("usage", `--${extra} is for an approval, not for --deny.`);
    return { deny: reason ?? "" };
  }
  if (allow === undefined) {
    const [extra] = forAllowed.filter((flag) => flags[flag] !== undefined);
    if (extra === undefined) return undefined;
    throw new ConfigError("usage", `--${extra} changes a call that is allowed.`, {
      hint: "Add --allow once.",
    });
  }
  if (input !== undefined && plan !== undefined)
    throw new ConfigError("usage", "Give --input or --plan, not both.");
  const scope = oneOf(allow, answerScopes, `--allow: unknown scope ${JSON.stringify(allow)}.`);
  return {
    allow: scope,
    ...(input === undefined
      ? {}
      : { input: jsonObject(input, { what: "--input", example: "the whole input of the call" }) }),
    ...(plan === undefined ? {} : { input: { plan: await readPlan(plan) } }),
    ...(mode === undefined ? {} : { mode }),
  };
}

/** Flags that change what is allowed. */
const forAllowed = ["input", "mode", "plan"] as const;

async function readPlan(file: string): Promise<string> {
  try {
    const bytes = file === "-" ? await buffer(process.stdin) : await readFile(file);
    return await decodeInput(bytes, `--plan: ${file}`, warn);
  } catch (error) {
    throw new ConfigError("usage", `--plan: cannot read ${file}: ${messageOf(error)}`);
  }
}
