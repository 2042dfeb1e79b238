import type { JsonValue } from "@skein/protocol";

/** Counts how often in a row the same call is made; another call in between starts the count anew. */
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
