import { ReadableStream as WebStream } from "node:stream/web";
import { AbstractAgent, EventType, type BaseEvent } from "@ag-ui/client";
import type { UIMessage, UIMessageChunk } from "ai";
import { readUIMessageStream } from "ai";
import { Observable } from "rxjs";
import { expect, test } from "vitest";
import { agUiEvents } from "../src/ag-ui.ts";
import type { ReceivedEvent } from "../src/index.ts";
import { uiMessageChunks } from "../src/ui-message-stream.ts";
import { serveScripted, type Served } from "./served.ts";

const turns = [
  [
    { type: "text", text: "I look." },
    { type: "tool-call", id: "one", name: "read", input: { path: "notes.txt" } },
  ],
  [{ type: "text", text: "Nothing is there." }],
] as const;

/** The events of a run that has begun after the reader. */
async function* runEvents({ client, project }: Served): AsyncGenerator<ReceivedEvent, void> {
  const { session } = await client.createSession({ cwd: project });
  for await (const event of client.events(session)) {
    if (event.type === "hello") await client.sendMessage({ session, input: "Look at the notes." });
    yield event;
  }
}

test("the AI SDK makes a message of a run", async () => {
  await using served = await serveScripted(turns);
  const chunks = WebStream.from(uiMessageChunks(runEvents(served)));
  const stream = chunks as unknown as ReadableStream<UIMessageChunk>;
  let last: UIMessage | undefined;
  for await (const message of readUIMessageStream({ stream })) last = message;
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
  class SkeinAgent extends AbstractAgent {
    run(): Observable<BaseEvent> {
      return new Observable((observer) => {
        void (async () => {
          for await (const event of agUiEvents(runEvents(served)))
            observer.next(event as unknown as BaseEvent);
          observer.complete();
        })().catch((error: unknown) => observer.error(error));
      });
    }
  }
  const agent = new SkeinAgent();
  const types: string[] = [];
  await agent.runAgent({}, { onEvent: ({ event }) => void types.push(event.type) });
  expect(agent.messages).toMatchObject([
    { role: "assistant", content: "I look." },
    { role: "assistant", toolCalls: [{ id: "one", function: { name: "read" } }] },
    { role: "tool", toolCallId: "one" },
    { role: "assistant", content: "Nothing is there." },
  ]);
  expect([types[0], types.at(-1)]).toEqual([EventType.RUN_STARTED, EventType.RUN_FINISHED]);
});
