import { firstDifference, type Message, type ModelRequest } from "@skein/protocol";

/** @returns a description of the first difference; `undefined` when the requests are byte-for-byte equal. */
export type CompareRequests = (recorded: ModelRequest, replayed: ModelRequest) => string | undefined;

/** Compares the requests of one run in order, and skips messages that were already found equal. */
export function compareRequests(): CompareRequests {
  let [before, now]: readonly (readonly Message[])[] = [[], []];
  return (recorded, replayed) => {
    // The output cap depends on the budget, not on the conversation.
    const { messages, outputCap: _, ...rest } = recorded;
    const { messages: again, outputCap: _again, ...restAgain } = replayed;
    const isSame =
      messages.length === again.length &&
      messages.every(
        (message, at) =>
          (message === before![at] && again[at] === now![at]) || isSameJson(message, again[at]),
      ) &&
      isSameJson(rest, restAgain);
    if (!isSame) return firstDifference({ ...rest, messages }, { ...restAgain, messages: again });
    [before, now] = [messages, again];
    return undefined;
  };
}

/**
 * Whether two values have the same JSON, including key order. Identical objects are not traversed, since most
 * of a request comes from the same entries. May return `false` for equal values with `undefined` fields.
 */
function isSameJson(left: unknown, right: unknown): boolean {
  if (left === right) return true;
  if (typeof left !== "object" || typeof right !== "object" || !left || !right) return false;
  if (Array.isArray(left) !== Array.isArray(right)) return false;
  const [before, now] = [Object.entries(left), Object.entries(right)];
  return (
    before.length === now.length &&
    before.every(([key, value], at) => key === now[at]![0] && isSameJson(value, now[at]![1]))
  );
}
