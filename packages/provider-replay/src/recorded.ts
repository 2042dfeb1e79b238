import type { AttemptEvent, AttemptModel, ModelRequest } from "@skein/protocol";
import { tapedError } from "./exchange.ts";
import type { Exchange } from "./exchange.ts";

/** Gets one line of JSON for each exchange, without a line feed. Its promise is waited for. */
export type TapeSink = (line: string) => void | Promise<void>;

/** The same model; every exchange goes to the sink when it is over, however it ended. Keys are not part of it. */
export function recorded(model: AttemptModel, sink: TapeSink): AttemptModel {
  const { provider, id, limits, price } = model;
  const about = { v: 1, provider, model: id, limits, ...(price ? { price } : {}) } as const;
  return {
    provider,
    id,
    limits,
    price,
    async *stream(request: ModelRequest, signal: AbortSignal) {
      const events: AttemptEvent[] = [];
      let end: Pick<Exchange, "end" | "error"> = { end: "left" };
      try {
        for await (const event of model.stream(request, signal)) {
          events.push(event);
          yield event;
        }
        end = { end: "whole" };
      } catch (error) {
        if (!signal.aborted) end = { end: "failed", error: tapedError(error) };
        throw error;
      } finally {
        const exchange: Exchange = { ...about, request, events, ...end };
        await sink(JSON.stringify(exchange));
      }
    },
  };
}
