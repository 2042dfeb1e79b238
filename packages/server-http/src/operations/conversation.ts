import type { LiveSession } from "@skein/host";
import { sessionToResume } from "@skein/host/sessions";
import { efforts } from "@skein/protocol";
import { commandResult, compactedResult } from "@skein/session-commands/results";
import { z } from "zod";
import { findAnswer, findMessage } from "../repeated/find-done.ts";
import { runNamed } from "../run-named.ts";
import { defineOperation, type Operation } from "./operation.ts";
import {
  answer,
  done,
  flag,
  inSession,
  itIsDone,
  json,
  messageInput,
  mode,
  optional,
  question,
  sessionId,
  wholeNumber,
} from "./schemas.ts";

const rewound = z.looseObject({ to: z.int().nonnegative() }).meta({ id: "Rewound" });
const rewindOptions = {
  keepFiles: optional(flag).describe("Rewind the conversation only"),
  dryRun: optional(flag).describe("Only report what would be done"),
};

/** What is said and done in a session. */
export const conversationOperations: readonly Operation[] = [
  defineOperation({
    id: "sendMessage",
    method: "POST",
    path: "/sessions/{session}/messages",
    tag: "conversation",
    role: "prompt",
    summary: "Begin a run, or add a message to the one that is on; without input, resume what was left open",
    input: z.strictObject({
      session: sessionId,
      input: optional(messageInput),
      when: optional(z.enum(["next", "now"])).describe(
        "now: before the next call of the model. Default next",
      ),
    }),
    output: z.strictObject({ run: z.string(), isQueued: z.boolean() }),
    async run({ session, input, when = "next" }, { opened }) {
      const live = await opened.open(session);
      const taken = when === "now" && input !== undefined ? await live.steer(input) : await live.send(input);
      return { run: taken.run, isQueued: taken.isQueued };
    },
    async afterRestart({ session, input }, { host }, { mark }) {
      if (input === undefined) return undefined;
      return findMessage(host.sessions, { session, behind: mark, text: textIn(input) });
    },
  }),
  defineOperation({
    id: "interrupt",
    method: "POST",
    path: "/sessions/{session}/interrupt",
    tag: "conversation",
    role: "prompt",
    afterRestart: "again",
    summary: "Stop the run that is on",
    input: z.strictObject({ session: sessionId, reason: optional(z.string().max(1000)) }),
    output: z.strictObject({ wasRunning: z.boolean() }),
    run: async ({ session, reason }, { opened }) => ({
      wasRunning: (await opened.open(session)).interrupt(reason),
    }),
  }),
  defineOperation({
    id: "listQuestions",
    method: "GET",
    path: "/sessions/{session}/questions",
    tag: "conversation",
    role: "read",
    summary: "Questions that wait for an answer",
    input: inSession,
    output: z.strictObject({ questions: z.array(question) }),
    async run({ session }, { opened }) {
      const questions = await (await opened.open(session)).openQuestions();
      return { questions: questions.map((one) => ({ ...one })) };
    },
  }),
  defineOperation({
    id: "answerQuestion",
    method: "POST",
    path: "/sessions/{session}/questions/{question}/answer",
    tag: "conversation",
    role: "approve",
    summary: "Answer a question, whoever asked it",
    input: z.strictObject({ session: sessionId, question: z.string().min(1).max(256), answer }),
    output: z.strictObject({
      done: z.literal(true),
      resumed: sessionId.describe(
        "The session that continues from the answer. If the question is a subagent's, it is that of the parent, which continues by itself after the last answer that it waits for. Otherwise, if it is not running, send it a message without input",
      ),
    }),
    async run({ session, question: id, answer: given }, { opened, host }) {
      const live = await opened.open(session);
      // Before a parent is resumed, which waits no more then.
      const resumed = await sessionToResume(host.sessions, session);
      await live.answer(id, given as Parameters<LiveSession["answer"]>[1], { by: "http" });
      return { ...itIsDone, resumed };
    },
    async afterRestart({ session, question: id }, { host }) {
      if (!(await findAnswer(host.sessions, session, id))) return undefined;
      return { ...itIsDone, resumed: await sessionToResume(host.sessions, session) };
    },
  }),
  defineOperation({
    id: "setMode",
    method: "POST",
    path: "/sessions/{session}/mode",
    tag: "conversation",
    role: "approve",
    afterRestart: "again",
    summary: "Change the permission mode",
    input: z.strictObject({ session: sessionId, mode }),
    output: done,
    async run({ session, mode: wanted }, { opened }) {
      await (await opened.open(session)).setMode(wanted);
      return itIsDone;
    },
  }),
  defineOperation({
    id: "setModel",
    method: "POST",
    path: "/sessions/{session}/model",
    tag: "conversation",
    role: "prompt",
    afterRestart: "again",
    summary: "Change the model",
    input: z.strictObject({ session: sessionId, provider: z.string(), model: z.string() }),
    output: done,
    async run({ session, provider, model }, { opened }) {
      await (await opened.open(session)).setModel(provider, model);
      return itIsDone;
    },
  }),
  defineOperation({
    id: "setEffort",
    method: "POST",
    path: "/sessions/{session}/effort",
    tag: "conversation",
    role: "prompt",
    afterRestart: "again",
    summary: "Change the reasoning effort",
    input: z.strictObject({ session: sessionId, effort: z.enum([...efforts, "default"]) }),
    output: done,
    async run({ session, effort }, { opened }) {
      await (await opened.open(session)).setEffort(effort);
      return itIsDone;
    },
  }),
  defineOperation({
    id: "rename",
    method: "POST",
    path: "/sessions/{session}/name",
    tag: "conversation",
    role: "prompt",
    afterRestart: "again",
    summary: "Name the session",
    input: z.strictObject({ session: sessionId, name: z.string().min(1).max(200) }),
    output: done,
    async run({ session, name }, { opened }) {
      await (await opened.open(session)).rename(name);
      return itIsDone;
    },
  }),
  defineOperation({
    id: "undo",
    method: "POST",
    path: "/sessions/{session}/undo",
    tag: "conversation",
    role: "prompt",
    summary: "Undo the last run and its changes to files",
    input: z.strictObject({ session: sessionId, ...rewindOptions }),
    output: rewound,
    run: ({ session, ...options }, { host, opened }) =>
      between(opened.open(session), async () => ({
        ...(await host.sessions.undo(session, options)),
      })),
  }),
  defineOperation({
    id: "redo",
    method: "POST",
    path: "/sessions/{session}/redo",
    tag: "conversation",
    role: "prompt",
    summary: "Redo what was undone last",
    input: z.strictObject({ session: sessionId, ...rewindOptions }),
    output: rewound,
    run: ({ session, ...options }, { host, opened }) =>
      between(opened.open(session), async () => ({
        ...(await host.sessions.redo(session, options)),
      })),
  }),
  defineOperation({
    id: "rewind",
    method: "POST",
    path: "/sessions/{session}/rewind",
    tag: "conversation",
    role: "prompt",
    summary: "Go back to the state after an entry, with the files or only in the conversation",
    input: z.strictObject({ session: sessionId, to: wholeNumber, ...rewindOptions }),
    output: rewound,
    run: ({ session, to, ...options }, { host, opened }) =>
      between(opened.open(session), async () => ({
        ...(await host.sessions.rewind(session, to, options)),
      })),
  }),
  defineOperation({
    id: "fork",
    method: "POST",
    path: "/sessions/{session}/fork",
    tag: "conversation",
    role: "prompt",
    summary: "Continue in a copy of the session, from its last entry or from an earlier one",
    input: z.strictObject({ session: sessionId, at: optional(wholeNumber) }),
    output: z.strictObject({ session: z.string() }),
    async run({ session, at }, { opened }) {
      const live = await opened.open(session);
      return { session: (await live.fork({ at })).id };
    },
  }),
  defineOperation({
    id: "compact",
    method: "POST",
    path: "/sessions/{session}/compact",
    tag: "conversation",
    role: "prompt",
    summary: "Make what the model sees shorter, now",
    input: z.strictObject({ session: sessionId, keep: optional(z.string().max(4000)) }),
    output: compactedResult,
    run: async ({ session, keep = "" }, { host, opened }) =>
      (await runNamed(host, await opened.open(session), "compact", keep)) as z.input<typeof compactedResult>,
  }),
  defineOperation({
    id: "runCommand",
    method: "POST",
    path: "/sessions/{session}/commands",
    tag: "conversation",
    role: "approve",
    summary: "Run a command of the session; what it comes to is data",
    input: z.strictObject({
      session: sessionId,
      name: z.string().min(1).max(200),
      argument: optional(z.string().max(100_000)),
    }),
    output: commandResult.meta({ id: "CommandResult" }),
    run: async ({ session, name, argument = "" }, { host, opened }) =>
      runNamed(host, await opened.open(session), name, argument.trim()),
  }),
  defineOperation({
    id: "listJobs",
    method: "GET",
    path: "/sessions/{session}/jobs",
    tag: "conversation",
    role: "prompt",
    summary: "Background jobs, those that have ended too; starts the session's extensions",
    input: inSession,
    output: z.strictObject({ jobs: z.array(json) }),
    run: async ({ session }, { opened }) => ({ jobs: [...(await (await opened.open(session)).jobs())] }),
  }),
  defineOperation({
    id: "endJob",
    method: "POST",
    path: "/sessions/{session}/jobs/{job}/end",
    tag: "conversation",
    role: "prompt",
    afterRestart: "again",
    summary: "End a background job",
    input: z.strictObject({ session: sessionId, job: z.string().min(1).max(200) }),
    output: z.strictObject({ wasRunning: z.boolean() }),
    run: async ({ session, job }, { opened }) => ({
      wasRunning: await (await opened.open(session)).endJob(job),
    }),
  }),
];

/** The words of a message as they are written down. */
function textIn(input: z.output<typeof messageInput>): string {
  if (typeof input === "string") return input.trimEnd();
  if ("text" in input) return input.text.trimEnd();
  return input.map((part) => (part.type === "text" ? part.text : "")).join("");
}

/** Messages wait for the end of it. */
async function between(
  opening: Promise<LiveSession>,
  work: () => Promise<z.input<typeof rewound>>,
): Promise<z.input<typeof rewound>> {
  return (await opening).alone(work);
}
