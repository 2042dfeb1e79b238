import { outgoingFetch } from "@skein/platform/outgoing";
import { messageOf, type JsonObject } from "@skein/protocol";
import type { HookAction } from "../hook.ts";
import type { HookAnswer } from "./hook-answer.ts";

interface Post {
  readonly input: JsonObject;
  readonly timeoutMs: number;
  /** Of the variables that headers may name. */
  readonly values: ReadonlyMap<string, string>;
}

const longestAnswer = 1_048_576;

/** Rejects with a sentence when there is no answer. Redirections are not followed. */
export async function postEvent(
  { url, headers }: Extract<HookAction, { type: "http" }>,
  { input, timeoutMs, values }: Post,
  signal: AbortSignal,
): Promise<HookAnswer> {
  const late = AbortSignal.timeout(timeoutMs);
  const filled = filledHeaders(headers, values);
  try {
    const response = await outgoingFetch(url, {
      method: "POST",
      headers: { "content-type": "application/json", ...filled },
      body: JSON.stringify(input),
      redirect: "error",
      signal: AbortSignal.any([signal, late]),
    });
    return { from: "server", status: response.status, body: await bodyOf(response) };
  } catch (error) {
    signal.throwIfAborted();
    if (late.aborted) throw new Error(`The server took longer than ${timeoutMs / 1000} s.`, { cause: error });
    const { cause } = error as Error;
    if (cause === undefined) throw error;
    throw new Error(`The server could not be reached: ${messageOf(cause)}`, { cause: error });
  }
}

/** `${NAME}` and `$NAME` in a header. */
export const headerReference = /\$(?:\{([A-Za-z_]\w*)\}|([A-Za-z_]\w*))/g;

function filledHeaders(
  headers: Readonly<Record<string, string>>,
  values: ReadonlyMap<string, string>,
): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(headers).map(([header, text]) => [
      header,
      text.replaceAll(headerReference, (_, braced: string | undefined, plain: string | undefined) => {
        const name = braced ?? plain ?? "";
        const value = values.get(name);
        if (value === undefined) throw new Error(`The header ${header} needs ${name}, which is not set.`);
        return value;
      }),
    ]),
  );
}

async function bodyOf(response: Response): Promise<string> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of response.body ?? []) {
    bytes += chunk.length;
    if (bytes > longestAnswer) throw new Error(`The server answered with more than ${longestAnswer} bytes.`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString("utf8");
}
