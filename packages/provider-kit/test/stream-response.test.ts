import { setTimeout as wait } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { ProviderError, type JsonValue, type ModelEvent } from "@skein/protocol";
import { collect, never } from "@skein/test-kit";
import { fetchOf, serveScript, type ServedReply } from "@skein/provider-conformance/servers";
import { outcomeOf, type Outcome } from "@skein/provider-conformance/cases";
import {
  eventJson,
  prepareModel,
  readStart,
  streamResponse,
  sendThrough,
  streamLawBreaks,
  type ErrorContext,
  type ReplyDecoder,
  type Send,
} from "../src/index.ts";
import { createHttpClient } from "../src/transport/http-client.ts";
import { request } from "./models.ts";
import { sendWith } from "../src/transport/send.ts";

const { send } = createHttpClient({ proxy: undefined, certificates: {} });

const context: ErrorContext = {
  provider: "vendor",
  host: "vendor.example",
  secrets: ["the-key-0123"],
  keyVariables: ["VENDOR_KEY"],
  addressVariable: "VENDOR_URL",
};

const refused = (status: number | undefined, body: unknown): Error =>
  new ProviderError("bad-request", `Refused: ${JSON.stringify(body)}`, {
    provider: "vendor",
    status,
    retryable: false,
  });

/**
 * A wire of our own: events are texts, or words in capitals. `MAY-END`: a reason for the end was given. `END`: it is
 * over. `FAIL`: the vendor gave up.
 */
function createDecoder(): ReplyDecoder {
  let [text, settled] = ["", false];
  let phase: "before" | "inside" | "after" = "before";
  const say = (word: string, out: ModelEvent[]): void => {
    if (phase === "before") {
      out.push({ type: "message-start", modelId: "m" }, { type: "part-start", part: 0, kind: "text" });
      phase = "inside";
    }
    text += word;
    out.push({ type: "text-delta", part: 0, delta: word });
  };
  const end = (out: ModelEvent[]): void => {
    out.push({ type: "part-end", part: 0, content: { type: "text", text } });
    out.push({ type: "message-end", stop: "answered", rawStop: "END", usage: {} });
    phase = "after";
  };
  return {
    take(sent, out) {
      const word = eventJson(sent, context);
      if (word === "FAIL") throw refused(undefined, "FAIL");
      if (word === "END") end(out);
      else if (word === "MAY-END") settled = true;
      else if (typeof word === "string") say(word, out);
    },
    takeWhole(body, out) {
      if (typeof body !== "string") return false;
      say(body, out);
      end(out);
      return true;
    },
    close(out) {
      if (settled) end(out);
    },
    begun: () => phase !== "before",
    settled: () => settled && phase === "inside",
    ended: () => phase === "after",
  };
}

function sse(...words: readonly JsonValue[]): string {
  return words.map((word) => `data: ${JSON.stringify(word)}\n\n`).join("");
}

const stream = { status: 200, contentType: "text/event-stream" };
const served = (text: string, rest: Partial<ServedReply> = {}): ServedReply => ({
  ...stream,
  body: Buffer.from(text),
  ...rest,
});

function exchangeWith(
  url: string,
  {
    signal = never,
    alive,
    decoder = createDecoder(),
  }: { signal?: AbortSignal; alive?: () => void; decoder?: ReplyDecoder } = {},
): AsyncGenerator<ModelEvent> {
  return streamResponse(
    async (leave) => ({
      response: await send(url, { signal: leave }),
      decoder,
      context,
      failed: (body) => refused(undefined, body),
    }),
    { signal, alive },
  );
}

async function read(reply: ServedReply): Promise<Outcome> {
  await using server = await serveScript(() => reply);
  const outcome = await outcomeOf(exchangeWith(server.url));
  expect(streamLawBreaks(outcome.events, { cut: outcome.error !== undefined })).toEqual([]);
  return outcome;
}

const said = ({ events }: Outcome): string =>
  events.map((event) => ("delta" in event ? event.delta : "")).join("");

describe("a streamed response", () => {
  it.each([1, 7, 1000])("is the events of its reply, whatever the network cuts (%i bytes)", async (size) => {
    const outcome = await read(served(sse("Hello ", "you", "END", "late"), { chunkBytes: size }));
    expect([outcome.error, said(outcome), outcome.events.at(-1)?.type]).toEqual([
      undefined,
      "Hello you",
      "message-end",
    ]);
  });

  it("passes on what came before a failure in the same bytes", async () => {
    const outcome = await read(served(sse("Half", "FAIL")));
    expect([said(outcome), outcome.error]).toEqual([
      "Half",
      expect.objectContaining({ code: "bad-request" }),
    ]);
  });

  it.each<[string, ServedReply, string, boolean]>([
    ["half a reply", served(sse("Half")), "The reply ended before it was complete.", true],
    ["nothing", served(""), "The response of vendor.example contains no reply.", true],
    [
      "something else",
      served("<html><body>Sign in, the-key-0123"),
      "contains no reply. It began: Sign in, [key]",
      false,
    ],
    [
      "an event that is no JSON",
      served("data: {\n\n"),
      "An event of the reply is not JSON. It began: {",
      true,
    ],
    [
      "a page",
      served("<html><body>Sign in", { contentType: "text/html" }),
      "vendor.example answered with text/html instead of a stream. It began: Sign in",
      false,
    ],
    [
      "another vendor's object",
      served("{}", { contentType: "application/json" }),
      "instead of a stream",
      false,
    ],
    ["half of a JSON text", served('"Hel', { contentType: "application/json" }), "instead of a stream", true],
  ])("that brings %s is a bad stream", async (_, reply, words, retryable) => {
    const { error } = await read(reply);
    expect(error).toMatchObject({
      code: "bad-stream",
      retryable,
      message: expect.stringContaining(words) as string,
    });
    expect(String((error as ProviderError).hint).includes("VENDOR_URL")).toBe(!retryable);
  });

  it.each([
    ["<html><body>Sign in", "text/html"],
    ["<!DOCTYPE html>\n<html>", "text/event-stream"],
    ["  \n<HTML lang=en>", "text/plain"],
    ["<html>", "application/json"],
  ])(
    "that is a sign-in page costs nothing, and is not asked for again: %j as %s",
    async (text, contentType) => {
      const { error } = await read(served(text, { contentType }));
      expect(error).toMatchObject({ code: "bad-stream", retryable: false, unbilled: true });
      expect(String((error as ProviderError).hint)).toContain(
        "Sign in to your network or proxy in a browser",
      );
    },
  );

  it("takes a reply that comes whole, and an error in its place", async () => {
    const json = { contentType: "application/json" };
    expect(said(await read(served('"Whole"', json)))).toBe("Whole");
    expect((await read(served('{"error":{"message":"no"}}', json))).error).toMatchObject({
      code: "bad-request",
    });
  });

  it.each([
    ["data", ""],
    ["an event", "event: delta\n"],
    ["a comment", ": hello\n\n"],
    ["a number", "id: 1\n"],
    ["an empty line", "\n\r\n"],
  ])("that is a stream labeled as JSON is read as it comes: %s", async (_, before) => {
    const body = `${before}${sse("Streamed", "END")}`;
    const json = { contentType: "application/json" };
    for (const chunkBytes of [1, 3, 1000]) {
      const outcome = await read(served(body, { ...json, chunkBytes }));
      expect([outcome.error, said(outcome)]).toEqual([undefined, "Streamed"]);
    }
    const cut = await read(served(`${before}${sse("Streamed")}`, json));
    expect([said(cut), cut.error]).toEqual(["Streamed", expect.objectContaining({ code: "bad-stream" })]);
  });

  it.each([
    ["an empty page", "", "text/html", true],
    ["a page", "<html></html>", "text/html", false],
    ["a page whose type is in capitals", "<html></html>", "Text/HTML; charset=utf-8", false],
    ["an empty object", "{}", "application/json", false],
    ["nothing of JSON", "", "application/json", true],
    ["a part of JSON", '{"choices":[', "application/problem+json", true],
  ])("that brings %s may be asked for again: %s", async (_, text, contentType, retryable) => {
    expect((await read(served(text, { contentType }))).error).toMatchObject({
      code: "bad-stream",
      retryable,
    });
  });

  it.each(['"Whole"', "{}", "[]"])(
    "is not read whole for a wire that has no whole replies: %s",
    async (text) => {
      await using server = await serveScript(() => served(text, { contentType: "application/json" }));
      const decoder = { ...createDecoder() };
      delete decoder.takeWhole;
      const { error } = await outcomeOf(exchangeWith(server.url, { decoder }));
      expect(error).toMatchObject({
        code: "bad-stream",
        retryable: false,
        message: expect.stringContaining("application/json instead of a stream") as string,
      });
    },
  );

  it.each(["\n", "\r\n", ",\r\n", "\n\n"])(
    "reads an error without a frame at the end (after %j)",
    async (before) => {
      const outcome = await read(served(`${sse("Half")}${before}{\n "error": {"message": "busy"}\n}\n`));
      expect([said(outcome), String(outcome.error)]).toEqual(["Half", expect.stringContaining("busy")]);
    },
  );

  it("ends by its body once it may end, and by a connection that breaks then", async () => {
    expect((await read(served(sse("All", "MAY-END")))).error).toBeUndefined();
    const bytes = `${sse("All", "MAY-END")}: more\n\n`;
    expect((await read(served(bytes, { cutAfterBytes: bytes.length - 2 }))).error).toBeUndefined();
    expect((await read(served(sse("Half", "x"), { cutAfterEvents: 1 }))).error).toMatchObject({
      code: "network",
    });
  });

  it.each([
    ["has ended", "END"],
    ["may end", "MAY-END"],
  ])("does not wait for a silent body when its reply %s", async (_, word) => {
    const bytes = sse("All", word);
    const { error } = await read(served(`${bytes}: x`, { stallAfterBytes: bytes.length }));
    expect(error).toBeUndefined();
  });

  it("leaves its connection fit for the next one", async () => {
    await using server = await serveScript(() => served(sse("All", "END", "late", "later")));
    for (let count = 0; count < 5; count++) await collect(exchangeWith(server.url));
    // The pool may open a second one while the first is being handed back.
    expect(server.acceptedSockets()).toBeLessThanOrEqual(2);
  });

  it("leaves its connection fit for the next one when its reader leaves at the end", async () => {
    await using server = await serveScript(() =>
      served(sse("All", "END", "late", "later"), { chunkBytes: 20 }),
    );
    const model = prepareModel({
      provider: "vendor",
      id: "m",
      limits: {},
      stream: (_, signal, alive) => exchangeWith(server.url, { signal, ...(alive && { alive }) }),
    });
    for (let count = 0; count < 5; count++) {
      for await (const { type } of model.stream(request, never)) if (type === "message-end") break;
      // Only then may another request want the connection: the server says that the reply is over.
      await expect.poll(() => server.openReplies()).toBe(0);
      await wait(10);
    }
    expect(server.acceptedSockets()).toBe(1);
  });

  it("closes its connection soon after that when the server does not", async () => {
    const bytes = sse("All", "END");
    await using server = await serveScript(() => served(`${bytes}: x`, { stallAfterBytes: bytes.length }));
    for await (const { type } of exchangeWith(server.url)) if (type === "message-end") break;
    await expect.poll(() => server.openSockets()).toBe(0);
  });

  it("says that bytes arrive, also when they make no event", async () => {
    let count = 0;
    await using server = await serveScript(() =>
      served(`: ping\n\n: ping\n\n${sse("All", "END")}`, { chunkBytes: 8, delayMs: 5 }),
    );
    await collect(exchangeWith(server.url, { alive: () => count++ }));
    expect(count).toBeGreaterThan(3);
  });

  it("throws the reason of an abort, and closes the connection, as leaving it does", async () => {
    await using server = await serveScript(() => served(`${sse("Half")}: x`, { stallAfterBytes: 16 }));
    const controller = new AbortController();
    const reading = collect(exchangeWith(server.url, { signal: controller.signal }));
    await expect.poll(() => server.openSockets()).toBe(1);
    controller.abort("enough");
    await expect(reading).rejects.toBe("enough");
    await expect.poll(() => server.openSockets()).toBe(0);
    for await (const _ of exchangeWith(server.url)) break;
    await expect.poll(() => server.openSockets()).toBe(0);
    await expect(collect(exchangeWith(server.url, { signal: AbortSignal.abort("no") }))).rejects.toBe("no");
    expect(server.requests).toHaveLength(2);
  });

  it("lets what fails before the answer pass as it is", async () => {
    const defect = new Error("a defect");
    const { error } = await outcomeOf(streamResponse(() => Promise.reject(defect), { signal: never }));
    expect(error).toBe(defect);
  });
});

describe("sending through a vendor's library", () => {
  const sending = {
    send,
    context,
    refused: ({ status, body }: { readonly status: number | undefined; readonly body: unknown }) =>
      refused(status, body),
    signal: never,
  };
  /** A library that reads the answer, and wraps what fails. */
  const library = (url: string) => async (fetchOnce: typeof fetch) => {
    try {
      await (await fetchOnce(url, { method: "POST", body: "theirs" })).json();
    } catch (error) {
      throw new Error("wrapped beyond recognition", { cause: error });
    }
  };

  it("gives the answer as it came, unread, and sends our bytes instead of the library's", async () => {
    await using server = await serveScript(() => served("not JSON"));
    const response = await sendThrough(library(server.url), { ...sending, body: "ours" });
    expect(await readStart(response, 100)).toBe("not JSON");
    await sendThrough(library(server.url), sending);
    expect(server.requests.map(({ bytes }) => bytes.toString())).toEqual(["ours", "theirs"]);
  });

  it("throws what really failed", async () => {
    const refusing = fetchOf(Buffer.from("no such thing"), 3, 404);
    await expect(
      sendThrough(library("http://x"), { ...sending, send: sendWith(refusing) }),
    ).rejects.toMatchObject({
      status: 404,
      message: 'Refused: "no such thing"',
    });
    await expect(sendThrough(library("http://127.0.0.1:1"), sending)).rejects.toMatchObject({
      code: "network",
      message: expect.stringContaining("vendor.example") as string,
    });
    const broken = () => Promise.reject(new Error("the library's own"));
    await expect(sendThrough(broken, sending)).rejects.toThrow("the library's own");
    await expect(sendThrough(() => Promise.resolve(), sending)).rejects.toThrow("without having been sent");
  });

  it("reads the beginning of a refusal, and does not wait for its end", async () => {
    await using server = await serveScript(() => ({
      ...served("x".repeat(200_000)),
      status: 500,
      stallAfterBytes: 150_000,
    }));
    const failure = sendThrough(library(server.url), sending).catch((error: unknown) => error);
    expect(((await failure) as Error).message.length).toBeGreaterThan(65_000);
    await expect.poll(() => server.openSockets()).toBe(0);
  });

  it("follows no redirect, so that the key stays here", async () => {
    await using elsewhere = await serveScript(() => served("{}"));
    await using server = await serveScript(() => ({
      ...served("moved"),
      status: 307,
      headers: { location: elsewhere.url },
    }));
    await expect(sendThrough(library(server.url), sending)).rejects.toMatchObject({ status: 307 });
    expect(elsewhere.requests).toEqual([]);
  });

  it("ends with its signal", async () => {
    await using server = await serveScript(() => served("", { delayMs: 5000, stallAfterBytes: 0 }));
    const controller = new AbortController();
    const slow: Send = async (address, init) => {
      await wait(50, undefined, { signal: init!.signal! });
      return send(address, init);
    };
    const sent = sendThrough(library(server.url), { ...sending, send: slow, signal: controller.signal });
    controller.abort();
    await expect(sent).rejects.toMatchObject({ name: "AbortError" });
    expect(server.requests).toEqual([]);
  });
});
