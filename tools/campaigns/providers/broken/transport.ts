import type { Subject } from "../../../../packages/provider-conformance/src/cases.ts";
import { ProviderError } from "../../../../packages/protocol/src/index.ts";
import { chat } from "./broken-provider.ts";
import type { BrokenProvider } from "./broken-provider.ts";
import { withBytes, withFetch, withFrames, withStream } from "./wrappers.ts";

function failingAs(subject: Subject, change: (error: ProviderError) => ProviderError): Subject {
  return withStream(
    subject,
    (stream) =>
      async function* broken(request, signal) {
        try {
          yield* stream(request, signal);
        } catch (error) {
          throw ProviderError.is(error) ? change(error) : error;
        }
      },
  );
}

/** They read bytes wrongly, do not stop, or misunderstand refusals. */
export const brokenTransport: readonly BrokenProvider[] = [
  {
    defect: "ignores an abort once the reply has begun",
    subject: withStream(
      chat,
      (stream) =>
        async function* broken(request, signal) {
          const early = new AbortController();
          const onAbort = (): void => early.abort(signal.reason);
          if (signal.aborted) onAbort();
          signal.addEventListener("abort", onAbort);
          for await (const event of stream(request, early.signal)) {
            signal.removeEventListener("abort", onAbort);
            yield event;
          }
        },
    ),
    fails: ["abort/at-every-event"],
  },
  {
    defect: "throws an error of its own when it is aborted before it asks",
    subject: withStream(chat, (stream) => (request, signal) => {
      if (signal.aborted) throw new Error("The request was aborted.");
      return stream(request, signal);
    }),
    fails: ["abort/before"],
  },
  {
    defect: "reads on after its reader has left",
    subject: withStream(chat, (stream) => (request, signal) => {
      const events = stream(request, signal)[Symbol.asyncIterator]();
      return { [Symbol.asyncIterator]: () => ({ next: () => events.next() }) };
    }),
    fails: ["abort/left"],
  },
  {
    defect: "stops everything when its reader leaves, also at the end of the reply",
    subject: withStream(
      chat,
      (stream) =>
        async function* broken(request, signal) {
          const leave = new AbortController();
          for await (const event of stream(request, AbortSignal.any([signal, leave.signal]))) {
            let isLeft = true;
            try {
              yield event;
              isLeft = false;
            } finally {
              if (isLeft) leave.abort();
            }
          }
        },
    ),
    fails: ["abort/left-at-end"],
  },
  {
    defect: "decodes every piece of bytes by itself",
    subject: withBytes(chat, () => {
      return new TransformStream({
        transform: (bytes, controller) =>
          controller.enqueue(Buffer.from(Buffer.from(bytes).toString("utf8"))),
      });
    }),
    fails: ["bytes/cut-characters"],
  },
  {
    defect: "does not accept CR at the end of a line",
    subject: withBytes(chat, () => {
      return new TransformStream({
        transform: (bytes, controller) =>
          controller.enqueue(
            Buffer.from(Buffer.from(bytes).toString("latin1").replaceAll("\r", " "), "latin1"),
          ),
      });
    }),
    fails: ["bytes/crlf"],
  },
  {
    defect: "takes comments for data",
    subject: withFrames(chat, () => (frame) => [frame.replace(/^: /, "data: ")]),
    fails: ["bytes/comments"],
  },
  {
    defect: "tries again behind the back of the retry layer",
    subject: withFetch(chat, (fetch) => async (input, init) => {
      const first = await fetch(input, init);
      if (first.status !== 503) return first;
      await first.arrayBuffer();
      return fetch(input, init);
    }),
    fails: ["refused/once"],
  },
  {
    defect: "ignores how long to wait",
    subject: withFetch(chat, (fetch) => async (input, init) => {
      const { body, status, headers } = await fetch(input, init);
      const others = [...headers].filter(([name]) => name !== "retry-after");
      return new Response(body, { status, headers: others });
    }),
    fails: ["refused/retry-after"],
  },
  {
    defect: "follows redirects with the key",
    subject: withFetch(chat, (fetch) => (input, init) => fetch(input, { ...init, redirect: "follow" })),
    fails: ["refused/redirect"],
  },
  {
    defect: "shows what the vendor says of the key",
    subject: failingAs(chat, (error) => {
      if (error.code !== "auth") return error;
      const { code, provider, retryable, status } = error;
      const message = `${error.message} The key was conformance-key-0123456789.`;
      return new ProviderError(code, message, { provider, retryable, status });
    }),
    fails: ["refused/key"],
  },
  {
    defect: "takes an empty account for a limit that passes",
    subject: failingAs(chat, (error) => {
      const { provider, status, message } = error;
      return error.code === "quota"
        ? new ProviderError("rate-limited", message, { provider, status, retryable: true })
        : error;
    }),
    fails: ["refused/quota"],
  },
];
