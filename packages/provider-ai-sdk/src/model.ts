import type {
  LanguageModelV4,
  LanguageModelV4CallOptions,
  LanguageModelV4StreamPart,
} from "@ai-sdk/provider";
import type { ModelEvent, ModelRequest } from "@skein/protocol";
import { drainMs, excerpt, ownNames, readToEnd } from "@skein/provider-kit";
import type { ErrorContext, LiveModel, Owner } from "@skein/provider-kit";
import type { AiSdkModel } from "./ai-sdk.ts";
import { errorOf } from "./errors.ts";
import { createDecoder } from "./reply/decode.ts";
import { callOptions } from "./request/options.ts";
import { wireName } from "./request/tools.ts";
import type { AiSdkSettings } from "./settings.ts";

export function aiSdkModel(model: AiSdkModel, settings: AiSdkSettings): LiveModel {
  const owner: Owner = { provider: settings.id ?? model.provider, model: model.modelId };
  const { secrets = [], headers = {}, limits = {}, price, warn = warnProcess } = settings;
  const context: ErrorContext = {
    provider: owner.provider,
    host: owner.provider,
    secrets: [...secrets, ...Object.values(headers)],
    keyVariables: [],
    addressVariable: "a setting of the AI SDK's provider",
  };
  const warned = new Set<string>();
  const warnOnce = (text: string): void => {
    const line = `${owner.provider} ${owner.model}: ${excerpt(text, context.secrets)}`;
    if (!warned.has(line)) warn(line);
    warned.add(line);
  };
  return {
    provider: owner.provider,
    id: owner.model,
    limits,
    price,
    stream: (request, signal, alive) =>
      streamed(request, { model, owner, settings, context, warnOnce, alive, signal }),
  };
}

interface Asking {
  readonly model: AiSdkModel;
  readonly owner: Owner;
  readonly settings: AiSdkSettings;
  readonly context: ErrorContext;
  readonly warnOnce: (text: string) => void;
  readonly alive: (() => void) | undefined;
  readonly signal: AbortSignal;
}

/** One request and its reply. An abort, and leaving the iteration, closes the connection. */
async function* streamed(request: ModelRequest, asking: Asking): AsyncGenerator<ModelEvent> {
  const { model, owner, settings, context, warnOnce, alive, signal } = asking;
  signal.throwIfAborted();
  const leave = new AbortController();
  const onAbort = (): void => leave.abort(signal.reason);
  signal.addEventListener("abort", onAbort, { once: true });
  let timer: NodeJS.Timeout | undefined;
  let decoder: ReturnType<typeof createDecoder> | undefined;
  let parts: AsyncIterator<LanguageModelV4StreamPart> | undefined;
  try {
    const options = callOptions(request, { version: model.specificationVersion, owner, settings, warnOnce });
    const { stream, response } = await ask(model, { ...options, abortSignal: leave.signal });
    alive?.();
    decoder = createDecoder({
      owner,
      requestId: requestIdIn(response?.headers),
      toolName: ownNames(request.tools, wireName),
      context,
      warnOnce,
    });
    parts = stream[Symbol.asyncIterator]();
    for (let next = await parts.next(); !next.done; next = await parts.next()) {
      alive?.();
      if (decoder.ended()) continue;
      const events: ModelEvent[] = [];
      decoder.take(next.value, events);
      for (const event of events) yield event;
      if (decoder.ended()) timer = setTimeout(() => leave.abort(), drainMs);
    }
    parts = undefined;
    decoder.close();
  } catch (error) {
    signal.throwIfAborted();
    // Whatever becomes of the connection behind the reply's end.
    if (!decoder?.ended()) throw errorOf(error, context);
  } finally {
    clearTimeout(timer);
    signal.removeEventListener("abort", onAbort);
    if (parts && decoder?.ended() && !leave.signal.aborted) void readToEnd(parts, leave);
    else {
      leave.abort();
      await parts?.return?.().catch(() => undefined);
    }
  }
}

/** The three versions differ in what `callOptions` and the decoder see to, not in how they are called. */
function ask(
  model: AiSdkModel,
  options: LanguageModelV4CallOptions,
): ReturnType<LanguageModelV4["doStream"]> {
  return (model as LanguageModelV4).doStream(options);
}

function requestIdIn(headers: Readonly<Record<string, string>> | undefined): string | undefined {
  const found = new Headers(headers);
  return found.get("request-id") ?? found.get("x-request-id") ?? undefined;
}

function warnProcess(text: string): void {
  process.emitWarning(text, "AiSdkWarning");
}
