import { describe, expect, it } from "vitest";
import { abortable, untilAborted } from "../src/events/abortable.ts";

describe("what is read until it is given up", () => {
  const counted = () => {
    const source = { returns: 0 };
    const next = async () => ({ done: false as const, value: 1 });
    const iterator = { next, return: async () => ((source.returns += 1), { done: true as const, value: 0 }) };
    return { source, items: { [Symbol.asyncIterator]: () => iterator } };
  };

  it("tells a source that was not read to its end to stop, and no other", async () => {
    const { source, items } = counted();
    for await (const _ of abortable(items, new AbortController().signal)) break;
    expect(source.returns).toBe(1);
    const short = {
      next: async () => ({ done: true as const, value: 0 }),
      return: () => Promise.reject(source),
    };
    let returned = false;
    const whole = { ...short, return: async () => ((returned = true), { done: true as const, value: 0 }) };
    for await (const _ of abortable({ [Symbol.asyncIterator]: () => whole }, AbortSignal.timeout(5_000)));
    expect(returned).toBe(false);
  });

  it("ends with the signal's reason, also when the source does not listen", async () => {
    const reason = new Error("enough");
    const never = { [Symbol.asyncIterator]: () => ({ next: () => new Promise<never>(() => undefined) }) };
    const stopper = new AbortController();
    const reading = abortable(never, stopper.signal).next();
    stopper.abort(reason);
    await expect(reading).rejects.toBe(reason);
    await expect(abortable(never, AbortSignal.abort(reason)).next()).rejects.toBe(reason);
    await expect(untilAborted(Promise.reject(new Error("late")), AbortSignal.abort(reason))).rejects.toBe(
      reason,
    );
    await expect(untilAborted(Promise.resolve(1), new AbortController().signal)).resolves.toBe(1);
  });
});
