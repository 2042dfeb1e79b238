import { ReadableStream as WebStream } from "node:stream/web";
import { AbstractAgent, EventType, type BaseEvent } from "@ag-ui/client";
import type { UIMessage, UIMessageChunk } from "ai";
import { readUIMessageStream } from "ai";
import { Observable } from "rxjs";
import { expect, test } from "vitest";
import { agUiEvents } from "../src/ag-ui.ts";
import type { Answer, ReceivedEvent } from "../src/index.ts";
import { uiMessageChunks } from "../src/ui-message-stream.ts";
import { serveScripted, type Served } from "./served.ts";

const turns = [
  [
    { type: "text", text: "I look." },
    { type: "tool-call", id: "one", name: "read", input: { path: "notes.txt" } },
  ],
  [{ type: "text", text: "Nothing is there." }],
] as const;

/** The events of a run that has begun after the reader, who answers its questions. */
async function* runEvents(
  { client, project }: Served,
  answer: Answer = { allow: "once" },
): AsyncGenerator<ReceivedEvent, void> {
  const { session } = await client.createSession({ cwd: project });
  for await (const event of client.events(session)) {
    if (event.type === "hello") await client.sendMessage({ session, input: "Look at the notes." });
    yield event;
    if (event.type === "news" && event.news.type === "question")
      await client.answerQuestion({ session, question: event.news.question.id, answer });
  }
}

/** What the AI SDK makes of it. */
async function uiMessage(events: AsyncIterable<ReceivedEvent>): Promise<UIMessage | undefined> {
  const chunks = WebStream.from(uiMessageChunks(events));
  const stream = chunks as unknown as ReadableStream<UIMessageChunk>;
  let last: UIMessage | undefined;
  for await (const message of readUIMessageStream({ stream })) last = message;
  return last;
}

/** What a client of AG-UI makes of it. */
async function agUiRun(events: AsyncIterable<ReceivedEvent>) {
  class SkeinAgent extends AbstractAgent {
    run(): Observable<BaseEvent> {
      return new Observable((observer) => {
        void (async () => {
          for await (const event of agUiEvents(events)) observer.next(event as unknown as BaseEvent);
          observer.complete();
        })().catch((error: unknown) => observer.error(error));
      });
    }
  }
  const agent = new SkeinAgent();
  const types: string[] = [];
  await agent.runAgent({}, { onEvent: ({ event }) => void types.push(event.type) });
  return { messages: agent.messages, types };
}

test("the AI SDK makes a message of a run", async () => {
  await using served = await serveScripted(turns);
  const last = await uiMessage(runEvents(served));
  expect(last?.parts).toMatchObject([
    { type: "step-start" },
    { type: "text", text: "I look.", state: "done" },
    {
      type: "dynamic-tool",
      toolName: "read",
      toolCallId: "one",
      state: "output-error",
      input: { path: "notes.txt" },
    },
    { type: "step-start" },
    { type: "text", text: "Nothing is there.", state: "done" },
  ]);
});

test("a client of AG-UI takes a run, and keeps its messages", async () => {
  await using served = await serveScripted(turns);
  const { messages, types } = await agUiRun(runEvents(served));
  expect(messages).toMatchObject([
    { role: "assistant", content: "I look." },
    { role: "assistant", toolCalls: [{ id: "one", function: { name: "read" } }] },
    { role: "tool", toolCallId: "one" },
    { role: "assistant", content: "Nothing is there." },
  ]);
  expect([types[0], types.at(-1)]).toEqual([EventType.RUN_STARTED, EventType.RUN_FINISHED]);
});

const asking = [
  [{ type: "tool-call", id: "make", name: "shell", input: { command: "touch made" } }],
  [{ type: "text", text: "Done." }],
] as const;

test("the AI SDK is asked for approvals in its own way", async () => {
  await using served = await serveScripted(asking);
  const allowed = await uiMessage(runEvents(served));
  expect(allowed?.parts.find(({ type }) => type === "dynamic-tool")).toMatchObject({
    toolCallId: "make",
    state: "output-available",
    approval: { approved: true },
  });
});

test("the AI SDK knows a denied call", async () => {
  await using served = await serveScripted(asking);
  const denied = await uiMessage(runEvents(served, { deny: "Not now." }));
  expect(denied?.parts.find(({ type }) => type === "dynamic-tool")).toMatchObject({
    toolCallId: "make",
    state: "output-denied",
    approval: { approved: false, reason: "Not now." },
  });
});

test("a client of AG-UI keeps a question with its answer", async () => {
  await using served = await serveScripted(asking);
  const { messages } = await agUiRun(runEvents(served));
  expect(messages.filter(({ role }) => role === "activity")).toMatchObject([
    {
      activityType: "question",
      content: { question: { kind: "approval", tool: "shell" }, answer: { allow: "once" } },
    },
  ]);
});

/** Events as a server sends them, of a run with a subagent that asks, and with an image. */
async function* told(): AsyncGenerator<ReceivedEvent, void> {
  const head = { session: "s", path: [] };
  const inside = { session: "c", path: ["sub"] };
  const image = { type: "image", mediaType: "image/png", data: "iVBORw==" };
  const question = { id: "q", kind: "clarification", callId: "x", extension: "e", questions: [] };
  const news = [
    { ...head, type: "run-start", run: "r", input: [] },
    { ...head, type: "turn-start", turn: 1 },
    {
      ...head,
      type: "tool-start",
      callId: "sub",
      tool: "subagent",
      extension: "e",
      effect: "runs",
      input: {},
    },
    { ...head, type: "child", child: "c", callId: "sub" },
    { ...inside, type: "text-delta", part: 0, delta: "inside" },
    { ...inside, type: "question", question },
    { ...inside, type: "answered", questionId: "q", answer: { reply: { a: "b" } } },
    { ...inside, type: "message", role: "assistant", content: [{ type: "text", text: "Found it." }] },
    { ...inside, type: "outcome", outcome: "done", turns: 1, usage: {}, durationMs: 1 },
    { ...head, type: "tool-end", callId: "sub", tool: "subagent", content: [image], durationMs: 1 },
    { ...head, type: "turn-end", turn: 1, stop: "tool-calls", usage: {} },
    { ...head, type: "outcome", outcome: "done", turns: 1, usage: {}, durationMs: 1 },
  ];
  for (const [at, one] of news.entries()) yield { type: "news", id: `${at}`, news: one as never };
}

test("subagents, their questions and images of tools are told to both", async () => {
  const subagent = { callId: "sub", session: "c", state: "done", text: "Found it." };
  const parts = (await uiMessage(told()))?.parts;
  expect(parts).toMatchObject([
    { type: "step-start" },
    { type: "dynamic-tool", toolCallId: "sub", state: "output-available" },
    { type: "data-subagent", data: subagent },
    { type: "data-question", data: { question: { id: "q" }, answer: { reply: { a: "b" } } } },
    { type: "file", mediaType: "image/png", url: "data:image/png;base64,iVBORw==" },
  ]);
  const { messages } = await agUiRun(told());
  expect(messages.filter(({ role }) => role === "activity")).toMatchObject([
    { activityType: "subagent", content: subagent },
    { activityType: "question", content: { answer: { reply: { a: "b" } } } },
    { activityType: "image", content: { toolCallId: "sub", mediaType: "image/png" } },
  ]);
});
