import type { Socket } from "node:net";
import { ConfigError, type RunResult } from "@skein/protocol";
import type { LiveSession, TakenMessage } from "@skein/host";
import { sentError } from "./errors.ts";
import { readLines, writeLine } from "./lines.ts";
import { mostRequestBytes, ownerProtocol, type Greeting, type Reply, type Request } from "./messages.ts";
import { readRequest, type WrongRequest } from "./read-request.ts";

/** Requests of one connection that may be under way at once; further ones wait unread. */
const mostAtOnce = 16;

interface Client {
  readonly session: LiveSession;
  /** Resolves when there is room for the next line. */
  readonly reply: (line: Reply) => Promise<void>;
  /** Aborted when the connection is closed. */
  readonly gone: AbortSignal;
}

/**
 * Serves one client until it goes, sends what is no request, or has all events. Never rejects.
 *
 * @param closing - aborted when the session has ended: who does not read events is told no more.
 */
export async function serveConnection(
  socket: Socket,
  session: LiveSession,
  closing: AbortSignal,
): Promise<void> {
  const gone = new AbortController();
  const end = (): void => void socket.end();
  closing.addEventListener("abort", end, { once: true, signal: gone.signal });
  socket.on("error", () => undefined); // `close` follows
  socket.once("close", () => gone.abort());
  const reply = (line: Reply): Promise<void> => writeLine(socket, line);
  const client: Client = { session, reply, gone: gone.signal };
  const underWay = new Set<Promise<void>>();
  try {
    await writeLine(socket, greetingOf(session));
    for await (const line of readLines(socket, mostRequestBytes)) {
      const request = readRequest(line);
      if ("do" in request && request.do === "events") {
        closing.removeEventListener("abort", end);
        await tellEvents(client, request.id, request.fromSeq ?? Infinity);
        break;
      }
      while (underWay.size >= mostAtOnce) await Promise.race(underWay);
      const done: Promise<void> = serveRequest(client, request).finally(() => underWay.delete(done));
      underWay.add(done);
    }
    socket.end();
  } catch (error) {
    await reply({ id: null, error: sentError(error) });
    socket.destroySoon();
  }
}

function greetingOf(session: LiveSession): Greeting {
  const { cwd, provider, model, mode, options, restricted } = session.settings();
  const isRunning = session.isRunning();
  return {
    skein: ownerProtocol,
    session: session.id,
    pid: process.pid,
    cwd,
    provider,
    model,
    mode,
    ...(restricted ? { restricted } : {}),
    ...(options?.effort === undefined ? {} : { effort: options.effort }),
    isRunning,
  };
}

async function tellEvents({ session, reply, gone }: Client, id: number, fromSeq: number): Promise<void> {
  const events = session.events(fromSeq, gone)[Symbol.asyncIterator]();
  let next = events.next();
  await reply({ id, ok: null }); // from here on nothing is missed
  for (let news = await next; news.done !== true; news = await next) {
    await reply({ id, news: news.value });
    next = events.next();
  }
  await reply({ id, end: true });
}

async function serveRequest(client: Client, request: Request | WrongRequest): Promise<void> {
  const { id } = request;
  try {
    const ok = (await outcomeOf(client, request)) ?? null;
    await client.reply({ id, ok });
  } catch (error) {
    await client.reply({ id, error: sentError(error) });
  }
}

async function outcomeOf(client: Client, request: Request | WrongRequest): Promise<unknown> {
  if ("wrong" in request) throw new ConfigError("usage", request.wrong);
  const { session } = client;
  switch (request.do) {
    case "prepare":
      return session.prepare();
    case "open-questions":
      return session.openQuestions();
    case "prompts":
      return session.prompts();
    case "complete-prompt":
      return session.completePrompt(request);
    case "complete-mention":
      return session.completeMention(request.word);
    case "jobs":
      return session.jobs();
    case "end-job":
      return session.endJob(request.job);
    case "send":
      return taken(client, request.id, await session.send(request.input));
    case "steer":
      return taken(client, request.id, await session.steer(request.input));
    case "interrupt":
      return session.interrupt(request.reason);
    case "answer":
      return session.answer(request.question, request.answer, { by: request.by ?? "another process" });
    case "set-mode":
      return session.setMode(request.mode);
    case "set-model":
      return session.setModel(request.provider, request.model);
    case "set-effort":
      return session.setEffort(request.effort);
    case "rename":
      return session.alone(() => session.rename(request.name));
    case "note":
      return session.note(request.text);
    case "compact":
      return session.alone(() => session.compact({ wish: request.wish }));
    case "events":
      return undefined; // has a connection to itself
  }
}

/** The client is told of the run's result later, on the same connection. */
function taken({ reply }: Client, id: number, { run, isQueued, result }: TakenMessage): unknown {
  void result.then((ended: RunResult) => reply({ id, result: ended })).catch(() => undefined);
  return { run, isQueued };
}
