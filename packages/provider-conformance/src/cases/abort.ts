import { deepStrictEqual, ok, rejects } from "node:assert/strict";
import { setTimeout as wait } from "node:timers/promises";
import type { AttemptEvent } from "@skein/protocol";
import { sendRequest, modelAt, requestOf, serverFor } from "../send-request.ts";
import { always } from "./case.ts";
import type { ConformanceCase } from "./case.ts";
import { mustClose } from "./ends.ts";
import { lookCall, text, thinking } from "./samples.ts";

const reason = new Error("The user has had enough.");

export const abortConformance: readonly ConformanceCase[] = [
  {
    id: "abort/before",
    title: "asks nothing when it was aborted before, and throws the reason",
    notApplicable: always,
    async run(subject) {
      await using server = await serverFor(subject, [{ bytes: subject.dialect.encode([text]) }]);
      const stream = modelAt(subject, server.url).stream(requestOf(subject), AbortSignal.abort(reason));
      await rejects(inTime(drain(stream)), (error) => error === reason);
      deepStrictEqual(server.requests.length, 0);
    },
  },
  {
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
    id: "abort/at-every-event",
    title: "throws the reason when it is aborted at any event, says nothing more, and closes the connection",
    notApplicable: always,
    async run(subject) {
      const bytes = Buffer.from(subject.dialect.encode([thinking, text, lookCall]));
      const end = subject.dialect.recorded.endsAt(bytes);
      // Near the end the reply is left open, so that there is something to abort.
      const shown = await sendRequest(subject, { bytes: bytes.subarray(0, end) });
      ok(shown.events.length > 2, "The stream is too short to be aborted.");
      await using server = await serverFor(subject, () => ({ bytes, stallAfterBytes: end }));
      for (let last = 0; last < shown.events.length; last++) {
        const controller = new AbortController();
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

/** Only a provider that does not stop takes so long. */
const patienceMs = 5000;

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

async function drain(stream: AsyncIterable<unknown>): Promise<void> {
  for await (const _ of stream);
}
