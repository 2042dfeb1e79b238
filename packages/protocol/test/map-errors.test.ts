import { describe, expect, it } from "vitest";
import { mapErrors } from "../src/index.ts";

const renamed = (error: unknown) => new Error(`Renamed: ${String(error)}`);

async function read(items: AsyncIterable<string>, most = Infinity): Promise<readonly string[]> {
  const seen: string[] = [];
  for await (const item of items) {
    seen.push(item);
    if (seen.length >= most) break;
  }
  return seen;
}

describe("a pipe that changes errors", () => {
  it("passes items on, and throws what the source throws as changed", async () => {
    const seen: string[] = [];
    async function* source() {
      yield "one";
      yield "two";
      throw new Error("broken");
    }
    const reading = (async () => {
      for await (const item of mapErrors(source(), renamed)) seen.push(item);
    })();
    await expect(reading).rejects.toThrow("Renamed: Error: broken");
    expect(seen).toEqual(["one", "two"]);
  });

  it("ends as the source ends, and changes nothing then", async () => {
    async function* source() {
      yield "one";
    }
    expect(await read(mapErrors(source(), renamed))).toEqual(["one"]);
  });

  it("asks the source for no item ahead, and closes it when its reader leaves", async () => {
    const log: string[] = [];
    async function* source() {
      try {
        for (const item of ["one", "two", "three"]) {
          log.push(item);
          yield item;
        }
      } finally {
        log.push("closed");
      }
    }
    await read(mapErrors(source(), renamed), 2);
    expect(log).toEqual(["one", "two", "closed"]);
  });

  it("can be left where the source has no return", async () => {
    const source: AsyncIterable<string> = {
      [Symbol.asyncIterator]: () => ({ next: () => Promise.resolve({ done: false, value: "again" }) }),
    };
    expect(await read(mapErrors(source, renamed), 2)).toEqual(["again", "again"]);
  });
});
