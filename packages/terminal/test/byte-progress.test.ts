import { Writable } from "node:stream";
import { expect, it } from "vitest";
import { byteProgress } from "../src/index.ts";

/** What a stream that is or is not a terminal gets. */
function shownOn(isTTY: boolean, steps: readonly (readonly [number, number | undefined])[]): string[] {
  const texts: string[] = [];
  const stream = new Writable({
    write(chunk: Buffer, _, done) {
      texts.push(chunk.toString());
      done();
    },
  });
  const bar = byteProgress(Object.assign(stream, { isTTY }) as unknown as NodeJS.WriteStream);
  for (const step of steps) bar.show(...step);
  bar.clear();
  return texts;
}

it("draws a line when it has changed, and removes it", () => {
  expect(
    shownOn(true, [
      [1e6, 4e6],
      [1.5e6, 4e6],
      [4e6, 4e6],
      [5e6, undefined],
    ]),
  ).toEqual([
    "\r\u001b[K[######..................] 1/4 MB",
    "\r\u001b[K[#########...............] 1/4 MB",
    "\r\u001b[K[########################] 4/4 MB",
    "\r\u001b[K5 MB",
    "\r\u001b[K",
  ]);
});

it("draws nothing where the stream is no terminal", () => {
  expect(shownOn(false, [[1, 2]])).toEqual([]);
});
