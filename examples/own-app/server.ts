import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { text } from "node:stream/consumers";
import { pipeline } from "node:stream/promises";
import { SkeinError, type Answer } from "@skein/protocol";
import type { Conversation } from "./conversation.ts";
import type { Feed, Step } from "./feed.ts";

/**
 * - `GET /events`: server-sent events; `last-event-id` says where a page goes on.
 * - `POST /messages`: what the user says.
 * - `GET /questions`, `POST /questions/ID`: what waits for an approval, and the answer as JSON.
 *
 * An app with more than one user checks here who is asking, and finds the conversation by its id.
 */
export function chatServer(conversation: Conversation): Server {
  return createServer((request, response) => {
    route(conversation, request, response).catch((error: unknown) => {
      if (response.headersSent) response.destroy();
      else
        response.writeHead(SkeinError.is(error) ? 409 : 500).end(SkeinError.is(error) ? error.message : "");
    });
  });
}

async function route(
  conversation: Conversation,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const { pathname } = new URL(request.url ?? "/", "http://localhost");
  const [, resource, id] = pathname.split("/");
  switch (`${request.method} ${resource}`) {
    case "GET events":
      return sendEvents(conversation.feed, request, response);
    case "POST messages":
      conversation.say(await text(request));
      return void response.writeHead(202).end();
    case "GET questions":
      return void response.end(JSON.stringify(await conversation.questions()));
    case "POST questions":
      await conversation.answer(id ?? "", JSON.parse(await text(request)) as Answer);
      return void response.writeHead(204).end();
    default:
      return void response.writeHead(404).end();
  }
}

async function sendEvents(feed: Feed, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const gone = new AbortController();
  response.once("close", () => gone.abort());
  response.writeHead(200, { "content-type": "text/event-stream", "cache-control": "no-store" });
  response.flushHeaders();
  const fromSeq = Number(request.headers["last-event-id"] ?? 0);
  await pipeline(serverSentEvents(feed.read(fromSeq, gone.signal)), response); // waits for slow pages
}

/** Deltas have no id: a page that comes back in the middle of a reply gets all of that reply's deltas again. */
async function* serverSentEvents(steps: AsyncIterable<Step>): AsyncGenerator<string> {
  for await (const step of steps) {
    const isOwn = !("path" in step) || step.path.length === 0; // a subagent counts in a journal of its own
    const id = isOwn && step.seq !== undefined ? `id: ${step.seq}\n` : "";
    yield `${id}data: ${JSON.stringify(step)}\n\n`;
  }
}
