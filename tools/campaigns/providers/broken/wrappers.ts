import type { Subject } from "../../../../packages/provider-conformance/src/cases.ts";
import type { AttemptEvent, ModelRequest } from "../../../../packages/protocol/src/index.ts";

export type Stream = (request: ModelRequest, signal: AbortSignal) => AsyncIterable<AttemptEvent>;

/** The same provider, whose models stream in another way. */
export function withStream(subject: Subject, change: (stream: Stream) => Stream): Subject {
  return {
    ...subject,
    provider(settings) {
      const provider = subject.provider(settings);
      const model: typeof provider.model = (modelId) => {
        const good = provider.model(modelId);
        return { ...good, stream: change((request, signal) => good.stream(request, signal)) };
      };
      return { ...provider, model };
    },
  };
}

/** The same provider, each of whose events becomes these. */
export function withEvents(
  subject: Subject,
  change: () => (event: AttemptEvent) => readonly AttemptEvent[],
): Subject {
  return withStream(
    subject,
    (stream) =>
      async function* broken(request, signal) {
        const each = change();
        for await (const event of stream(request, signal)) yield* each(event);
      },
  );
}

type Fetch = typeof globalThis.fetch;

/** The same provider, which asks in another way. */
export function withFetch(subject: Subject, change: (fetch: Fetch) => Fetch): Subject {
  return {
    ...subject,
    provider: (settings) =>
      subject.provider({ ...settings, fetch: change(settings.fetch ?? globalThis.fetch) }),
  };
}

/** The same provider, which reads these pieces instead of those that came. */
export function withBytes(subject: Subject, change: () => TransformStream<Uint8Array, Uint8Array>): Subject {
  return withFetch(subject, (fetch) => async (input, init) => {
    const { body, status, headers } = await fetch(input, init);
    return new Response(body?.pipeThrough(change()) ?? null, { status, headers });
  });
}

/** The same provider, which reads each of a stream's events as these. Events are without the empty line at their end. */
export function withFrames(subject: Subject, change: () => (frame: string) => readonly string[]): Subject {
  return withBytes(subject, () => {
    const each = change();
    let rest = "";
    return new TransformStream({
      transform(bytes, controller) {
        const pieces = (rest + Buffer.from(bytes).toString("latin1")).split(/(\r?\n\r?\n)/);
        rest = pieces.pop()!;
        for (let at = 0; at < pieces.length; at += 2) {
          for (const frame of each(pieces[at]!))
            controller.enqueue(Buffer.from(frame + pieces[at + 1]!, "latin1"));
        }
      },
      flush(controller) {
        if (rest !== "") controller.enqueue(Buffer.from(rest, "latin1"));
      },
    });
  });
}
