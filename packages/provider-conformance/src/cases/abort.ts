// Aborts. A user who interrupts a run expects silence at once, and a server
// that is left must notice it, or it continues to generate and to bill. All
// cases use a real socket, because only a connection shows whether it was
// closed.
import { deepStrictEqual, ok, rejects } from "node:assert/strict";
import { setTimeout as wait } from "node:timers/promises";
import type { AttemptEvent } from "@skein/protocol";
import { sendRequest, modelAt, requestOf, serverFor } from "../send-request.ts";
import { always, type ConformanceCase } from "./case.ts";
import { mustClose } from "./ends.ts";
import { lookCall, text, thinking } from "./samples.ts";

/**
 * Reason of the abort. Cases compare it by identity: a provider must not wrap
 * it.
 */
const reason = new Error("The user has had enough.");

/**
 * Cases about aborted requests and readers that leave.
 *
 * - `abort/before`: no request is sent, and the reason is thrown.
 * - `abort/while-waiting`: no headers have arrived.
 * - `abort/at-every-event`: the abort comes between two events.
 * - `abort/left`: the reader leaves in the middle of a reply.
 * - `abort/left-at-end`: the reader leaves at `message-end`.
 *
 * Cases wait for the server to see the end of the connection, which takes a
 * moment longer than the end of the iteration.
 *
 * Users are hurt in three ways by a provider that fails here: the terminal
 * stays busy after Ctrl-C, the vendor bills tokens that no one reads, and text
 * that arrives after the abort looks like part of the next reply.
 *
 * The reason of the signal must be thrown as it is. An agent compares it to
 * tell a user's interruption from a timeout; a `ProviderError` in its place
 * would be retried.
 */
export const abortConformance: readonly ConformanceCase[] = [
  {
    // A request that was aborted before it started must not reach the vendor,
    // which would bill it. The server would answer if it were asked, so a
    // request that leaves anyway is counted.
    id: "abort/before",
    title: "asks nothing when it was aborted before, and throws the reason",
    notApplicable: always,
    async run(subject) {
      await using server = await serverFor(subject, [{ bytes: subject.dialect.encode([text]) }]);
      const stream = modelAt(subject, server.url).stream(requestOf(subject), AbortSignal.abort(reason));
      await rejects(inTime(drain(stream)), (error) => error === reason);
      // The request must not have left.
      deepStrictEqual(server.requests.length, 0);
    },
  },
  {
    // The server accepts the request and sends no headers. Providers that only
    // listen for the signal between events hang here. The abort happens inside
    // the server's handler, when the request is certain to have arrived; no
    // timer is involved. Models that think for a minute before the first token
    // make this the most common moment of an interruption.
    id: "abort/while-waiting",
    title: "throws the reason when it is aborted before the answer begins",
    notApplicable: always,
    async run(subject) {
      const controller = new AbortController();
      await using server = await serverFor(subject, () => {
        controller.abort(reason);
        return { bytes: subject.dialect.encode([text]), stallAfterBytes: 0 };
      });
      const stream = modelAt(subject, server.url).stream(requestOf(subject), controller.signal);
      await rejects(inTime(drain(stream)), (error) => error === reason);
      await mustClose(server);
    },
  },
  {
    // Aborts once at each event of one stream, since decoders have states in
    // which an abort is easily lost: inside of a part, between parts, after the
    // last part. The server keeps the stream open at its last event, so the
    // provider cannot end for any other reason than the abort.
    id: "abort/at-every-event",
    title: "throws the reason when it is aborted at any event, says nothing more, and closes the connection",
    notApplicable: always,
    async run(subject) {
      const bytes = Buffer.from(subject.dialect.encode([thinking, text, lookCall]));
      const end = subject.dialect.recorded.endsAt(bytes);
      // Near the end the reply is left open, so that there is something to
      // abort.
      const shown = await sendRequest(subject, { bytes: bytes.subarray(0, end) });
      ok(shown.events.length > 2, "The stream is too short to be aborted.");
      await using server = await serverFor(subject, () => ({ bytes, stallAfterBytes: end }));
      for (let last = 0; last < shown.events.length; last++) {
        const controller = new AbortController();
        // Events that came before and after the abort.
        const seen: AttemptEvent[] = [];
        const reading = async (): Promise<void> => {
          for await (const event of modelAt(subject, server.url).stream(
            requestOf(subject),
            controller.signal,
          )) {
            seen.push(event);
            if (seen.length === last + 1) controller.abort(reason);
          }
        };
        await rejects(inTime(reading()), (error) => error === reason);
        deepStrictEqual(seen.length, last + 1, "Events came after the abort.");
      }
      await mustClose(server);
    },
  },
  {
    // A reader that leaves the loop calls `return` of the iterator. The
    // provider must close the connection then. Code that only wants the first
    // words of a reply does this. An open connection would stay in the pool
    // until the vendor has generated the rest.
    id: "abort/left",
    title: "closes the connection when its reader leaves",
    notApplicable: always,
    async run(subject) {
      const bytes = Buffer.from(subject.dialect.encode([text, lookCall]));
      const stallAfterBytes = subject.dialect.recorded.endsAt(bytes);
      await using server = await serverFor(subject, [{ bytes, stallAfterBytes }]);
      const stream = modelAt(subject, server.url).stream(requestOf(subject), new AbortController().signal);
      for await (const event of stream) if (event.type !== "message-start") break;
      await mustClose(server);
    },
  },
  {
    // Agents leave at `message-end`. A provider that closes the connection
    // there pays a TLS handshake for every turn. The stream has ended for the
    // reader, and the response has a few bytes left: the terminator, or the end
    // of the body. They must be read, since only an empty connection can be
    // reused.
    id: "abort/left-at-end",
    title: "keeps the connection for the next request when its reader leaves at the end of the reply",
    notApplicable: always,
    async run(subject) {
      await using server = await serverFor(subject, () => ({ bytes: subject.dialect.encode([text]) }));
      const model = modelAt(subject, server.url);
      for (let count = 0; count < 4; count++) {
        for await (const { type } of model.stream(requestOf(subject), new AbortController().signal))
          if (type === "message-end") break;
        await mustClose(server);
        await wait(10);
      }
      // A pool may open a second one while the first is being handed back.
      ok(
        server.acceptedSockets() <= 2,
        `${server.acceptedSockets()} connections were opened for 4 requests.`,
      );
    },
  },
];

/**
 * Milliseconds that stopping may take. Only a provider that does not stop takes
 * so long.
 *
 * Real time is used as a last resort only: no conforming provider comes near
 * it.
 */
const patienceMs = 5000;

/**
 * Fails if reading does not stop in time, instead of hanging until the test
 * runner gives up.
 *
 * The timer is cleared in either case, so that it does not keep the test
 * process alive.
 */
async function inTime(reading: Promise<void>): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error("It did not stop.")), patienceMs);
  });
  try {
    await Promise.race([reading, late]);
  } finally {
    clearTimeout(timer);
  }
}

/** Reads a stream to its end and ignores its events. */
async function drain(stream: AsyncIterable<unknown>): Promise<void> {
  for await (const _ of stream);
}
