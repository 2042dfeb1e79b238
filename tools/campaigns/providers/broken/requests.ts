import type { Subject } from "../../../../packages/provider-conformance/src/cases.ts";
import type { Message } from "../../../../packages/protocol/src/index.ts";
import { anthropic } from "./broken-provider.ts";
import type { BrokenProvider } from "./broken-provider.ts";
import { withFetch, withFrames, withStream } from "./wrappers.ts";

function withMessages(subject: Subject, change: (message: Message) => Message): Subject {
  return withStream(
    subject,
    (stream) => (request, signal) => stream({ ...request, messages: request.messages.map(change) }, signal),
  );
}

/** They send the wrong things back. */
export const brokenRequests: readonly BrokenProvider[] = [
  {
    defect: "loses the signatures of thoughts",
    subject: withFrames(anthropic, () => (frame) => (/"signature_delta"/.test(frame) ? [] : [frame])),
    fails: ["turns/signature"],
  },
  {
    defect: "changes a byte of what is sealed",
    subject: withFrames(anthropic, () => (frame) => [
      frame.replace(/("type":"redacted_thinking","data":")c/, "$1d"),
    ]),
    fails: ["turns/redacted"],
  },
  {
    defect: "takes everybody's sidecars for its own",
    subject: withMessages(anthropic, (message) =>
      message.role !== "assistant"
        ? message
        : {
            ...message,
            content: message.content.map((part) =>
              part.sidecar
                ? { ...part, sidecar: { ...part.sidecar, provider: "anthropic", model: "claude-test" } }
                : part,
            ),
          },
    ),
    fails: ["turns/foreign"],
  },
  {
    defect: "gives results to the calls in turn, whichever they are for",
    subject: withMessages(anthropic, (message) => {
      if (message.role !== "tool") return message;
      const ids = message.content.map(({ callId }) => callId).toReversed();
      return { ...message, content: message.content.map((result, at) => ({ ...result, callId: ids[at]! })) };
    }),
    // What stands inside the last result is then inside another one, too.
    fails: ["turns/results", "turns/dynamic-context"],
  },
  {
    defect: "sends every schema as it is",
    subject: withFetch(anthropic, (fetch) => (input, init) => {
      const body = typeof init?.body === "string" ? init.body : "";
      const sent = body.replace(/("name":"branches_at_the_root","input_schema":\{)/, '$1"oneOf":[],');
      return fetch(input, body === "" ? init : { ...init, body: sent });
    }),
    fails: ["tools/schemas"],
  },
];
