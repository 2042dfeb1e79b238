import { expect, test } from "vitest";
import { createClient, type AgentEvent, type ReceivedEvent } from "../src/index.ts";
import { serveScripted } from "./served.ts";

const words = Array.from({ length: 60 }, (_, at) => `word${at} `).join("");
const says = (text: string) => [{ type: "text", text }] as const;

/** The events of a run, to its end. */
async function untilOutcome(events: AsyncIterable<ReceivedEvent>): Promise<readonly AgentEvent[]> {
  const all: AgentEvent[] = [];
  for await (const event of events) {
    if (event.type !== "news" || event.news.type === "entry") continue;
    all.push(event.news);
    if (event.news.type === "outcome") break;
  }
  return all;
}

test("the ten lines of the README", async () => {
  await using served = await serveScripted([says("It is blue.")]);
  const { url, token, project } = served;
  const said: string[] = [];
  const write = (text: string) => void said.push(text);

  const skein = createClient({ url, token });
  const { session } = await skein.createSession({ cwd: project });
  await skein.sendMessage({ session, input: "What colour is the sky?" });
  for await (const event of skein.events(session)) {
    if (event.type !== "news") continue;
    if (event.news.type === "text-delta") write(event.news.delta);
    if (event.news.type === "question")
      await skein.answerQuestion({ session, question: event.news.question.id, answer: { allow: "once" } });
    if (event.news.type === "outcome") break;
  }

  // The run may be over before the first event is read: then the message is told whole.
  expect(["It is blue.", ""]).toContain(said.join(""));
  expect(await skein.showSession({ session })).toMatchObject({ id: session, cwd: project });
});

test("a message whose connection breaks again and again is told once", async () => {
  await using served = await serveScripted([says(words)], { delayMs: 5 });
  const client = createClient({
    url: served.url,
    token: served.token,
    firstWaitMs: 1,
    fetch: breaking(fetch),
  });
  const { session } = await served.client.createSession({ cwd: served.project });
  const reading = untilOutcome(client.events(session));
  await served.client.sendMessage({ session, input: "go" });
  const events = await reading;
  const deltas = events.flatMap((event) => (event.type === "text-delta" ? [event.delta] : []));
  expect(words.startsWith(deltas.join(""))).toBe(true);
  expect(events.filter(({ type }) => type === "message")).toHaveLength(1);
  const seqs = events.flatMap(({ seq }) => (seq === undefined ? [] : [seq]));
  expect(seqs).toEqual([...new Set(seqs)]);
});

test("a request that got no answer is sent again with its key, and done once", async () => {
  await using served = await serveScripted([says("One."), says("Two.")]);
  let lost = 2;
  const losing: typeof fetch = async (input, init) => {
    const answer = await fetch(input, init);
    if (init?.method === "POST" && lost-- > 0) throw new TypeError("fetch failed");
    return answer;
  };
  const client = createClient({ url: served.url, token: served.token, firstWaitMs: 1, fetch: losing });
  const { session } = await client.createSession({ cwd: served.project });
  expect((await served.client.listSessions({})).open).toEqual([session]);
});

test("what the server refuses is an error with its code", async () => {
  await using served = await serveScripted([]);
  await expect(served.client.showSession({ session: "none" })).rejects.toMatchObject({
    status: 404,
    code: "not-found",
  });
  const stranger = createClient({ url: served.url, token: "wrong" });
  await expect(stranger.listSessions({})).rejects.toMatchObject({ status: 401, code: "wrong-token" });
  await expect(stranger.events("none").next()).rejects.toMatchObject({ status: 401 });
  const lost = createClient({ url: "http://127.0.0.1:1", token: "x", firstWaitMs: 1 });
  await expect(lost.listSessions({})).rejects.toMatchObject({ status: 0, code: "no-answer" });
});

test("a reader ends with its signal, and with the session", async () => {
  await using served = await serveScripted([]);
  const { session } = await served.client.createSession({ cwd: served.project });
  const left = new AbortController();
  const types: string[] = [];
  for await (const { type } of served.client.events(session, { signal: left.signal })) {
    types.push(type);
    left.abort();
  }
  for await (const { type } of served.client.events(session)) {
    types.push(type);
    await served.client.closeSession({ session });
  }
  expect(types).toEqual(["hello", "hello"]);
});

/** Cuts the body of each stream of events after some bytes. */
function breaking(request: typeof fetch): typeof fetch {
  let streams = 0;
  return async (input, init) => {
    const answer = await request(input, init);
    let left = 400 + ((streams++ * 257) % 600);
    const cut = new TransformStream<Uint8Array, Uint8Array>({
      transform(chunk, controller) {
        left -= chunk.length;
        controller.enqueue(chunk.subarray(0, chunk.length + Math.min(left, 0)));
        if (left <= 0) controller.terminate();
      },
    });
    return new Response(answer.body?.pipeThrough(cut), answer);
  };
}
