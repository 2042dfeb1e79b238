import type { JsonValue } from "@skein/protocol";

/** Counts how often the same call is made in a row; any other call resets the count. */
export function createRepetitions(): { count(name: string, input: JsonValue): number } {
  let last = "";
  let times = 0;
  return {
    count(name, input) {
      const call = JSON.stringify([name, input]);
      times = call === last ? times + 1 : 1;
      last = call;
      return times;
    },
  };
}
