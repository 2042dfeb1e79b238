import type { JsonObject } from "@skein/protocol";
import type { HookAction } from "../hook.ts";
import type { HookAnswer } from "./hook-answer.ts";

interface Call {
  readonly input: JsonObject;
  readonly timeoutMs: number;
}

/** Rejects when it is too late, with a sentence; the function itself may go on. */
export async function callFunction(
  run: Extract<HookAction, { type: "function" }>["run"],
  { input, timeoutMs }: Call,
  signal: AbortSignal,
): Promise<HookAnswer> {
  const late = AbortSignal.timeout(timeoutMs);
  const either = AbortSignal.any([signal, late]);
  const ended = Promise.withResolvers<"ended">();
  const onAbort = () => ended.resolve("ended");
  either.addEventListener("abort", onAbort, { once: true });
  if (either.aborted) onAbort();
  const value = await Promise.race([(async () => run(input, either))(), ended.promise]);
  either.removeEventListener("abort", onAbort);
  signal.throwIfAborted();
  if (late.aborted) throw new Error(`It took longer than ${timeoutMs / 1000} s.`);
  return { from: "function", value };
}
