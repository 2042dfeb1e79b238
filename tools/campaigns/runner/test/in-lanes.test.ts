import { expect, it } from "vitest";
import { inLanes } from "../in-lanes.ts";

const items = [1, 2, 3, 4, 5];

it("works on some at a time, and has the results in order", async () => {
  let [running, most] = [0, 0];
  const results = await inLanes(items, 2, async (item) => {
    most = Math.max(most, ++running);
    for (let turns = 0; turns < 6 - item; turns++) await Promise.resolve();
    running--;
    return item * 10;
  });
  expect(results).toEqual([10, 20, 30, 40, 50]);
  expect(most).toBe(2);
});

it("begins nothing more once it is stopped", async () => {
  const stopping = new AbortController();
  const begun: number[] = [];
  const work = async (item: number) => {
    begun.push(item);
    if (item === 2) stopping.abort();
  };
  await expect(inLanes(items, 1, work, stopping.signal)).rejects.toThrow("abort");
  expect(begun).toEqual([1, 2]);
});

it("lets what is under way come to its end when one fails", async () => {
  const ended: number[] = [];
  const work = async (item: number) => {
    if (item === 1) throw new Error("one failed");
    for (let turns = 0; turns < 10; turns++) await Promise.resolve();
    ended.push(item);
  };
  await expect(inLanes(items, 2, work)).rejects.toThrow("one failed");
  expect(ended).toContain(2);
});
