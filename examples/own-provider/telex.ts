import { ProviderError, type ChatModel, type ModelProvider } from "@skein/protocol";
import { finishCall, prepareModel, type RetryPolicy } from "@skein/provider-kit";
import { provider, readLines, send, toWire } from "./wire.ts";

/** The vendor. What it hands out has a watchdog and retries. */
export function createTelex(baseUrl: string, retry: RetryPolicy = {}): ModelProvider {
  return {
    id: provider,
    model: (id) => prepareModel(telexModel(baseUrl, id), { retry }),
    prepare: () => Promise.resolve(), // there is no key to look up
    models: () => Promise.resolve([{ id: "telex-1", limits: {} }]),
    check: async (signal) => void (await send(`${baseUrl}/health`, undefined, signal)),
  };
}

/** One request, one attempt: their lines as our events. */
export function telexModel(baseUrl: string, id: string): ChatModel {
  return {
    provider,
    id,
    limits: {}, // unknown; never guess
    async *stream(request, signal) {
      const response = await send(`${baseUrl}/chat`, toWire(id, request), signal);
      yield { type: "message-start", modelId: id };
      let part = 0;
      let text = "";
      let calls = 0;
      for await (const line of readLines(response, signal)) {
        if ("text" in line) {
          if (text === "") yield { type: "part-start", part, kind: "text" };
          text += line.text;
          yield { type: "text-delta", part, delta: line.text };
          continue;
        }
        if (text !== "") yield { type: "part-end", part: part++, content: { type: "text", text } };
        text = "";
        if ("call" in line) {
          calls += 1;
          yield { type: "part-start", part, kind: "tool-call", name: line.name };
          const content = finishCall({ id: line.call, name: line.name, raw: line.input, complete: true });
          yield { type: "part-end", part: part++, content };
        } else {
          const stop = line.end !== "done" ? "other" : calls > 0 ? "tool-calls" : "answered";
          yield {
            type: "message-end",
            stop,
            rawStop: line.end,
            usage: { input: line.read, output: line.written },
          };
          return;
        }
      }
      // Half an answer is a failure, never a short success.
      throw new ProviderError("bad-stream", "telex broke off its reply.", { provider, retryable: true });
    },
  };
}
