import { isBroken, ProviderError, extractText, type AssistantPart, type ModelRequest } from "@skein/protocol";
import { contextParts, lostResult, networkErrorOf, providerErrorOf, turnsOf } from "@skein/provider-kit";

export const provider = "telex";

/** What a telex server answers with: one JSON object a line, the last one with an `end`. */
export type TelexLine =
  | { readonly text: string }
  | { readonly call: string; readonly name: string; readonly input: string }
  | { readonly end: string; readonly read: number; readonly written: number };

export interface TelexRequest {
  readonly model: string;
  readonly rules: string;
  readonly tools: ModelRequest["tools"];
  readonly talk: readonly { readonly who: string; readonly says: string }[];
}

/** Our request as theirs. `turnsOf` puts results behind their calls, and escapes what only the harness may say. */
export function toWire(model: string, { system, tools, messages }: ModelRequest): TelexRequest {
  const talk = turnsOf(messages).flatMap(({ reply, answers, said }) => [
    ...(reply?.content ?? []).flatMap(replied),
    ...answers.map(({ call, result }) => ({
      who: `result ${call.id}`,
      // Dynamic context stands inside of the result, never behind it.
      says: extractText(
        result ? [...result.content, ...contextParts(result)] : [{ type: "text", text: lostResult }],
      ),
    })),
    ...said.map((parts) => ({ who: "user", says: extractText(parts) })),
  ]);
  return { model, rules: system, tools, talk };
}

function replied(part: AssistantPart): { who: string; says: string }[] {
  if (part.type === "text") return [{ who: "model", says: part.text }];
  if (part.type !== "tool-call") return []; // telex models do not think aloud
  const input = isBroken(part) ? part.raw : JSON.stringify(part.input);
  return [{ who: "model", says: `call ${part.id} ${part.name} ${input}` }];
}

/** A POST with a body, a GET without. Throws `ProviderError`. */
export async function send(url: string, body?: TelexRequest, signal?: AbortSignal): Promise<Response> {
  const post = body && { method: "POST", body: JSON.stringify(body) };
  const response = await fetch(url, { ...post, ...(signal && { signal }) }).catch((error: unknown) => {
    throw reworded(error, url, signal);
  });
  if (response.ok) return response;
  const { status, headers } = response;
  throw providerErrorOf({ provider, status, headers, body: await response.text() });
}

/** Throws `ProviderError` for what is no line of theirs and when the connection breaks. */
export async function* readLines(response: Response, signal: AbortSignal): AsyncGenerator<TelexLine> {
  const decoder = new TextDecoder();
  let rest = "";
  try {
    for await (const bytes of response.body ?? []) {
      const lines = (rest + decoder.decode(bytes, { stream: true })).split("\n");
      rest = lines.pop() ?? "";
      for (const line of lines) yield parsed(line);
    }
  } catch (error) {
    throw reworded(error, response.url, signal);
  }
}

function parsed(line: string): TelexLine {
  try {
    return JSON.parse(line) as TelexLine;
  } catch (cause) {
    throw new ProviderError("bad-stream", "telex sent a line that is no JSON.", {
      provider,
      retryable: true,
      cause,
    });
  }
}

function reworded(error: unknown, url: string, signal: AbortSignal | undefined): unknown {
  if (signal?.aborted) return signal.reason; // an abort is the caller's
  return networkErrorOf({ provider, error, host: new URL(url).host }) ?? error;
}
