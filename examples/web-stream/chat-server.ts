import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { text } from "node:stream/consumers";
import { pipeline } from "node:stream/promises";
import type { Agent, Run } from "@skein/agent";

/**
 * Takes questions as the body of a POST and streams the events of the run, one JSON object each. A page that goes away
 * ends its run.
 */
export function chatServer(agent: Agent, onRun: (run: Run) => void): Server {
  return createServer((request, response) => {
    // A page that has gone away is no error of the server's.
    void answer({ agent, onRun }, request, response).catch(() => response.destroy());
  });
}

interface Chat {
  readonly agent: Agent;
  readonly onRun: (run: Run) => void;
}

async function answer(
  { agent, onRun }: Chat,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const run = agent.run(await text(request));
  onRun(run);
  response.once("close", () => run.interrupt("The page was closed."));
  response.writeHead(200, { "content-type": "text/event-stream", "cache-control": "no-store" });
  await pipeline(serverSentEvents(run), response); // waits for slow readers
}

async function* serverSentEvents(run: Run) {
  for await (const event of run) yield `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`;
}
