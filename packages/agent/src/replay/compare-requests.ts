import { firstDifference, type Message, type ModelRequest } from "@skein/protocol";

/** @returns the first difference, in words; `undefined` when the two are the same, byte for byte. */
export type CompareRequests = (recorded: ModelRequest, replayed: ModelRequest) => string | undefined;

/** For the requests of one run, in order: messages that were the same once are not looked at again. */
export function compareRequests(): CompareRequests {
  let [before, now]: readonly (readonly Message[])[] = [[], []];
  return (recorded, replayed) => {
    // What was left to spend is not of the conversation.
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
 * Whether the JSON of two values is the same, the order of keys included. Looks no further where both are the very same
 * object: most of a request comes out of the same entries. A "no" may be wrong where fields are `undefined`.
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
