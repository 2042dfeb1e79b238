import type { TraceContext } from "./sink.ts";

/** Source: W3C Trace Context, level 1. All zeroes stand for no trace. */
const traceparentPattern = /^00-(?!0{32})[\da-f]{32}-(?!0{16})[\da-f]{16}-[\da-f]{2}$/;

/** The context that a parent process hands on in `TRACEPARENT` and `TRACESTATE`; `undefined`: none, or not one. */
export function parseTraceContext(
  env: Readonly<Record<string, string | undefined>>,
): TraceContext | undefined {
  const { TRACEPARENT: traceparent, TRACESTATE: tracestate } = env;
  if (traceparent === undefined || !traceparentPattern.test(traceparent)) return undefined;
  return { traceparent, ...(tracestate ? { tracestate } : {}) };
}

/** Its parts. */
export function partsOfTraceContext({ traceparent }: TraceContext) {
  const [, traceId = "", spanId = "", flags = "00"] = traceparent.split("-");
  return { traceId, spanId, traceFlags: Number.parseInt(flags, 16) };
}
