// Ends. Half an answer that is taken for a whole one is the worst failure of a
// provider: an agent edits a file with half of its content. Every stream that
// ends before its terminator must be an error, wherever it ends.
import { deepStrictEqual, ok } from "node:assert/strict";
import { ProviderError, providerErrorCodes } from "@skein/protocol";
import { sendRequest, modelAt, never, requestOf, serverFor, type Given } from "../send-request.ts";
import type { Dialect } from "../dialect.ts";
import { outcomeOf, type Outcome } from "../outcome-of.ts";
import { seenIn, type Seen } from "../seen.ts";
import type { Subject } from "../subject.ts";
import { always, type ConformanceCase } from "./case.ts";
import { lookCall, text } from "./samples.ts";
import { streamsOf } from "./streams.ts";

/**
 * Responses with status 200 that contain no reply.
 *
 * An empty reply in place of the error would end the agent's turn: the user
 * sees that nothing happened, and no reason.
 */
const none: readonly (Given & { readonly id: string; readonly title: string })[] = [
  {
    // Sign-in pages of hotels and companies come with status 200. The content
    // type says that it is a page, so the error can tell the user to sign in to
    // the network.
    id: "html",
    title: "fails when a page comes instead of a reply",
    bytes: "<!doctype html><html><body>Please sign in.</body></html>",
    contentType: "text/html; charset=utf-8",
  },
  {
    // Proxies can send a page under the content type of the request's `accept`
    // header. A reader of server-sent events finds no field that it knows in
    // the page, and no event.
    id: "html-as-stream",
    title: "fails when a page comes under the stream's type",
    bytes: "<!doctype html><html><body>Please sign in.</body></html>",
  },
  // Servers that crash before the first event. An empty body is a complete HTTP
  // response, so no other layer reports it.
  { id: "empty-body", title: "fails when nothing comes", bytes: "" },
  {
    // An address of another API, such as the health check of a proxy. The bytes
    // parse, so a reader that only checks for JSON accepts them.
    id: "other-json",
    title: "fails when some other JSON comes",
    bytes: '{"status":"ok"}',
    contentType: "application/json",
  },
];

/**
 * Cases about streams that end early, fall silent, or never were one.
 *
 * - `ends/without-terminator`: the body ends regularly, but too early.
 * - `ends/short-success`: the same with every stream of the dialect.
 * - `ends/cut-socket`: the connection breaks.
 * - `ends/silence`: nothing arrives any more.
 * - `ends/html`, `ends/html-as-stream`, `ends/empty-body`, `ends/other-json`:
 *   no reply at all.
 *
 * Events of the part that had arrived may be emitted: an interface shows them,
 * and the error says that they are not complete.
 *
 * HTTP itself shows an early end only if the connection breaks. A proxy that
 * loses the vendor often ends the body regularly, with a valid last chunk, and
 * then only the wire's own terminator can tell. That is why each dialect
 * defines its end: see `RecordedForm.endsAt`.
 *
 * A broken connection must be retryable. A page must not be: each attempt gets
 * the same one.
 */
export const endConformance: readonly ConformanceCase[] = [
  {
    // Ends the body before each event, and at twelve other places. The stream
    // has a text and a call, so the cuts hit every state of a decoder: inside
    // of a text, between two parts, inside of arguments, and after a call that
    // looks complete.
    id: "ends/without-terminator",
    title: "never takes a stream for whole that ended before its terminator",
    notApplicable: always,
    async run(subject) {
      const bytes = Buffer.from(subject.dialect.encode([text, lookCall]));
      const end = subject.dialect.recorded.endsAt(bytes);
      ok(end > 0 && end < bytes.length, "The dialect says where its stream ends.");
      // The ends of all events, and places inside of them.
      const places = [
        ...placesIn(bytes, end),
        ...Array.from({ length: 12 }, (_, at) => Math.floor((at * end) / 12)),
      ];
      for (const place of places) {
        const early = await sendRequest(subject, { bytes: bytes.subarray(0, place) });
        mustFail(early, ["bad-stream"], `cut after ${place} of ${bytes.length} bytes`);
      }
    },
  },
  {
    // Cuts every stream of the dialect, also those without a finish reason and
    // with counters in every chunk. A cut behind everything that matters may
    // be read as the whole reply, and nothing else may: a reader that trusts
    // counters or complete arguments runs the first of two calls.
    id: "ends/short-success",
    title: "never lacks something in a reply that ends well, wherever its stream is cut",
    notApplicable: always,
    async run(subject) {
      for (const { id, given, long, request } of streamsOf(subject.dialect)) {
        if (long || given.contentType !== undefined) continue;
        const bytes = Buffer.from(given.bytes);
        const read = async (place: number) =>
          sendRequest(subject, { bytes: bytes.subarray(0, place), ...(request ? { request } : {}) });
        const whole = contentIn(await read(bytes.length));
        for (const place of eventsIn(bytes, subject.dialect)) {
          const early = await read(place);
          const when = `${id} was cut after ${place} of ${bytes.length} bytes`;
          if (early.error === undefined) deepStrictEqual(contentIn(early), whole, when);
          else mustFail(early, providerErrorCodes, when);
        }
      }
    },
  },
  {
    // A broken connection may be `network` or `bad-stream`, but must be
    // retryable. Which of the two codes fits depends on how the HTTP client
    // reports a reset.
    id: "ends/cut-socket",
    title: "fails in a way that may be tried again when the connection breaks",
    notApplicable: always,
    async run(subject) {
      const bytes = Buffer.from(subject.dialect.encode([text, lookCall]));
      const end = subject.dialect.recorded.endsAt(bytes);
      // Before the first byte, in the middle, and one byte before the end.
      for (const cutAfterBytes of [0, Math.floor(end / 3), end - 1]) {
        await using server = await serverFor(subject, [{ bytes, cutAfterBytes }]);
        const outcome = await outcomeOf(modelAt(subject, server.url).stream(requestOf(subject), never));
        mustFail(outcome, ["network", "bad-stream"], `cut after ${cutAfterBytes} of ${bytes.length} bytes`);
        deepStrictEqual((outcome.error as ProviderError).retryable, true);
      }
    },
  },
  {
    // The idle timeout is set to 80 ms. The connection must be closed, or the
    // server would hold it forever. Connections die without a sign when a
    // laptop changes its network. Without an idle timeout, the run hangs until
    // the user notices.
    id: "ends/silence",
    title: "gives up a stream that falls silent, and closes its connection",
    notApplicable: always,
    async run(subject) {
      const bytes = Buffer.from(subject.dialect.encode([text, lookCall]));
      await using server = await serverFor(subject, [
        { bytes, stallAfterBytes: Math.floor(bytes.length / 2) },
      ]);
      // Short, so that the test does not take long.
      const model = modelAt(subject, server.url, { watchdog: { idleMs: 80 } });
      const outcome = await outcomeOf(model.stream(requestOf(subject), never));
      mustFail(outcome, ["stalled"], "fell silent half-way");
      await mustClose(server);
    },
  },
  ...none.map(({ id, title, ...given }): ConformanceCase => ({
    id: `ends/${id}`,
    title,
    notApplicable: always,
    run: async (subject: Subject) => {
      const outcome = await sendRequest(subject, given);
      mustFail(outcome, ["bad-stream"], id);
      // Pages come from a network that asks for a login.
      if (id.startsWith("html")) mustCostNothing(outcome.error as ProviderError);
    },
  })),
];

/**
 * Finds the start of each event of a text stream.
 *
 * Binary framings have no empty lines, so only the twelve evenly spaced places
 * are tried on them.
 */
function placesIn(bytes: Buffer, end: number): number[] {
  return [...bytes.toString("latin1").matchAll(/\r?\n\r?\n/g)]
    .map(({ index }) => index)
    .filter((place) => place < end);
}

/** Returns the place of each event of a stream, and of each line where events are lines. */
function eventsIn(bytes: Buffer, { framing, contentType }: Dialect): number[] {
  if (!contentType.startsWith("application/vnd.amazon.eventstream")) {
    const end = framing === "server-sent-events" ? /\r?\n\r?\n/g : /\n/g;
    return [
      0,
      ...Array.from(bytes.toString("latin1").matchAll(end), (match) => match.index + match[0].length),
    ];
  }
  // Each frame starts with its length. Source: AWS, event stream encoding.
  const places: number[] = [];
  for (let place = 0; place < bytes.length; place += bytes.readUInt32BE(place)) places.push(place);
  return places;
}

/** Facts that a cut must not change. Counters may come too late. */
function contentIn(outcome: Outcome): Pick<Seen, "text" | "thinking" | "calls" | "stop"> {
  const { text: shown, thinking, calls, stop } = seenIn(outcome);
  return { text: shown, thinking, calls, stop };
}

/**
 * Fails unless the outcome is a `ProviderError` with one of the codes, and
 * without `message-end`.
 *
 * A `message-end` before the error counts as a failure too: a reader that stops
 * there never sees the error.
 */
function mustFail({ events, error }: Outcome, codes: readonly string[], when: string): void {
  ok(!events.some(({ type }) => type === "message-end"), `It ended well though ${when}.`);
  ok(ProviderError.is(error), `It threw ${String(error)}, and no ProviderError (${when}).`);
  ok(
    codes.includes(error.code),
    `It failed with ${error.code} and not with ${codes.join(" or ")} (${when}).`,
  );
}

/**
 * Waits for the connection of the reply to close. Idle connections may stay
 * open.
 *
 * Polls for up to one second, because the server sees a closed connection a
 * moment after the client has closed it.
 */
export async function mustClose(server: { openReplies(): number }): Promise<void> {
  for (let wait = 0; wait < 100 && server.openReplies() > 0; wait++)
    await new Promise((resolve) => setTimeout(resolve, 10));
  deepStrictEqual(server.openReplies(), 0, "The connection is still open.");
}

/**
 * Fails unless the error is not retryable and not billed. A sign-in page never
 * passed the request on: no vendor bills it, and a retry gets the same page.
 *
 * `unbilled` lets a budget release what it had reserved for the request.
 */
function mustCostNothing({ retryable, unbilled }: ProviderError): void {
  deepStrictEqual({ retryable, unbilled }, { retryable: false, unbilled: true });
}
