import type { LanguageModelV4, LanguageModelV4StreamPart } from "@ai-sdk/provider";
import type { AttemptModel } from "@skein/protocol";
import { agentParts } from "./agent-parts.ts";
import type { RunnableAgent } from "./agent-parts.ts";
import { agentAsk } from "./agent-prompt.ts";
import { callError } from "./call-error.ts";
import { gathered } from "./gather.ts";
import { modelParts } from "./model-parts.ts";
import { modelRequest } from "./model-request.ts";
import { partStream } from "./part-stream.ts";

export interface ToAiSdkSettings {
  /** What the AI SDK shows as the model's id. Default: the model's own, or `agent`. */
  readonly modelId?: string | undefined;
}

/**
 * A Skein model or agent as a language model of the AI SDK.
 *
 * - A model gets the AI SDK's prompt and tools, and its calls are the AI SDK's to run.
 * - An agent runs its own tools, which the AI SDK sees as run by the provider, with their results. It keeps its own
 *   conversation: only what the user said behind the prompt's last reply goes to it.
 * - A function makes an agent for each call, which is told what the prompt holds of the conversation, and closed after
 *   it. This is for servers: one agent is one conversation.
 *
 * Skein's own retries have been made when something fails, so that errors say they are not retryable.
 */
export function toAiSdk(
  source: AttemptModel | RunnableAgent | (() => RunnableAgent),
  { modelId }: ToAiSdkSettings = {},
): LanguageModelV4 {
  const { id, parts } = "stream" in source ? ofModel(source) : ofAgent(source);
  const model = { provider: "skein", modelId: modelId ?? id };

  const start = async (
    options: Options,
    isWhole: boolean,
  ): Promise<AsyncGenerator<LanguageModelV4StreamPart>> => {
    const { abortSignal: signal = new AbortController().signal } = options;
    signal.throwIfAborted();
    try {
      return await begun(parts(options, signal, isWhole));
    } catch (error) {
      signal.throwIfAborted();
      throw callError(error);
    }
  };

  return {
    specificationVersion: "v4",
    ...model,
    supportedUrls: {},
    async doStream(options) {
      return { stream: partStream(await start(options, false), options.abortSignal) };
    },
    async doGenerate(options) {
      try {
        return await gathered(await start(options, true));
      } catch (error) {
        options.abortSignal?.throwIfAborted();
        throw callError(error);
      }
    },
  };
}

type Options = Parameters<LanguageModelV4["doStream"]>[0];

interface Source {
  readonly id: string;
  readonly parts: (
    options: Options,
    signal: AbortSignal,
    isWhole: boolean,
  ) => AsyncGenerator<LanguageModelV4StreamPart>;
}

function ofModel(model: AttemptModel): Source {
  return {
    id: model.id,
    parts: (options, signal, isWhole) => modelParts(model, { ...modelRequest(options), isWhole }, signal),
  };
}

function ofAgent(source: RunnableAgent | (() => RunnableAgent)): Source {
  return {
    id: "agent",
    async *parts(options, signal) {
      if (typeof source !== "function") {
        const ask = agentAsk(options, { tellsHistory: false });
        return yield* agentParts(source, ask, signal);
      }
      await using agent = source();
      yield* agentParts(agent, agentAsk(options, { tellsHistory: true }), signal);
    },
  };
}

/** Waits for the first sign of the answer, so that what fails before it fails the call and not the stream. */
async function begun<Part>(parts: AsyncGenerator<Part>): Promise<AsyncGenerator<Part>> {
  const first = await parts.next();
  return (async function* () {
    try {
      if (first.done) return;
      yield first.value;
      yield* parts;
    } finally {
      await parts.return(undefined);
    }
  })();
}
