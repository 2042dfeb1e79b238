import {
  isAboutCall,
  type Answer,
  type Effect,
  type JsonValue,
  type Question,
  type Verdict,
} from "@skein/protocol";
import { addItem, type Conversation } from "./conversation.ts";
import { changeLast, type ItemGroups } from "./item-groups.ts";
import type { Asked, CallItem, CallResult, Item, QuestionItem } from "./items.ts";

/** Of the output of a running call. */
const outputKept = 65_536;

export interface CallStart {
  readonly callId: string;
  readonly tool: string;
  readonly extension: string;
  readonly effect: Effect;
  readonly input: JsonValue;
}

export function startCall(said: Conversation, start: CallStart): Conversation {
  const { callId, tool, extension, effect, input } = start;
  const questions = withoutQuestionsOf(said, callId);
  return changeCall({ ...said, questions }, callId, (call) => ({
    ...call,
    state: "running",
    tool,
    extension,
    effect,
    runInput: input,
  }));
}

export function addOutput(said: Conversation, callId: string, text: string): Conversation {
  const all = (said.output[callId] ?? "") + text;
  // Not at each piece: cutting copies what is left.
  const kept = all.length > 2 * outputKept ? all.slice(-outputKept) : all;
  return { ...said, output: { ...said.output, [callId]: kept } };
}

export function endCall(
  said: Conversation,
  callId: string,
  { content, failure, structured, durationMs, artifacts, app }: CallResult,
): Conversation {
  const { [callId]: _, ...output } = said.output;
  const questions = withoutQuestionsOf(said, callId);
  const result: CallResult = {
    content,
    failure,
    ...(structured === undefined ? {} : { structured }),
    durationMs,
    ...(artifacts ? { artifacts } : {}),
    ...(app ? { app } : {}),
  };
  const state = failure === undefined ? "done" : failure === "denied" ? "denied" : "failed";
  return changeCall({ ...said, output, questions }, callId, (call) => ({ ...call, state, result }));
}

export function decideCall(
  said: Conversation,
  callId: string,
  { verdict, by, reason }: { readonly verdict: Verdict; readonly by: string; readonly reason?: string },
): Conversation {
  const decision = { verdict, by, ...(reason === undefined ? {} : { reason }) };
  return changeCall(said, callId, (call) => ({ ...call, decision }));
}

export function addQuestion(said: Conversation, question: Question): Conversation {
  if (said.questions.some(({ id }) => id === question.id)) return said;
  const asked: Asked = { question };
  if (isAboutCall(question)) {
    // One that is asked again replaces the one before.
    const questions = [...withoutQuestionsOf(said, question.callId), question];
    const { extension } = question;
    const facts = question.kind === "approval" ? { tool: question.tool, effect: question.effect } : {};
    return changeCall({ ...said, questions }, question.callId, (call) => ({
      ...call,
      state: "asking",
      extension,
      ...facts,
      asked,
    }));
  }
  const open = { ...said, questions: [...said.questions, question] };
  return addItem(open, "question", (id) => ({ id, type: "question", asked }));
}

/** Of two answers, the first counts. */
export function addAnswer(
  said: Conversation,
  questionId: string,
  answered: { readonly answer: Answer; readonly by?: string },
): Conversation {
  const question = said.questions.find(({ id }) => id === questionId);
  if (!question) return said;
  const { answer, by } = answered;
  const asked: Asked = { question, answer, ...(by === undefined ? {} : { by }) };
  const left = { ...said, questions: said.questions.filter((one) => one !== question) };
  if (isAboutCall(question))
    return changeCall(left, question.callId, (call) => ({ ...call, state: "pending", asked }));
  const isIt = (item: Item): item is QuestionItem =>
    item.type === "question" && item.asked.question.id === questionId;
  return { ...left, groups: changeLast(left.groups, isIt, (item) => ({ ...item, asked })) };
}

function changeCall(said: Conversation, callId: string, change: (call: CallItem) => CallItem): Conversation {
  const isIt = (item: Item): item is CallItem => item.type === "call" && item.callId === callId;
  const groups: ItemGroups = changeLast(said.groups, isIt, change);
  return groups === said.groups ? said : { ...said, groups };
}

function withoutQuestionsOf({ questions }: Conversation, callId: string): readonly Question[] {
  const isOther = (question: Question) => !isAboutCall(question) || question.callId !== callId;
  return questions.every(isOther) ? questions : questions.filter(isOther);
}
