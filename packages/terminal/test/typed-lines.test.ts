import { once } from "node:events";
import { PassThrough } from "node:stream";
import { describe, expect, it } from "vitest";
import { typedLines } from "../src/input/typed-lines.ts";

/** A terminal as Node shows it: a stream that can be made raw. */
function terminal() {
  const input = Object.assign(new PassThrough(), {
    isTTY: true,
    isRaw: false,
    setRawMode: (on: boolean) => void (input.isRaw = on),
  });
  const seen: string[] = [];
  const lines = typedLines({
    input: input as unknown as NodeJS.ReadStream,
    echo: (text) => seen.push(`echo ${JSON.stringify(text)}`),
    onLine: (line) => seen.push(`line ${line}`),
    onClose: () => seen.push("closed"),
    onInterrupt: () => seen.push("interrupt"),
  });
  return { input, lines, seen };
}

const never = new AbortController().signal;

describe("lines typed at a terminal", () => {
  it.each([
    ["a\nb\r\nc\rd", ["line a", "line b", "line c", "line d"]],
    ["näh🔍\n", ["line näh🔍"]],
    ["\n\n", ["line ", "line "]],
  ])("%j", async (typed, found) => {
    const { input, seen } = terminal();
    for (const byte of Buffer.from(typed)) input.write(Buffer.of(byte));
    input.end();
    await once(input, "end");
    expect(seen).toEqual([...found, "closed"]);
  });
});

describe("what is typed ahead of a question", () => {
  it("comes as lines at once, and what is not finished is kept for the next one", async () => {
    const { input, lines, seen } = terminal();
    input.write("one\ntw");
    const settled = lines.settle(never);
    expect(input.isRaw).toBe(true);
    input.write("oo\x7f");
    expect(await settled).toBe("two");
    expect(input.isRaw).toBe(false);
    expect(seen.filter((one) => one.startsWith("line"))).toEqual(["line one"]);
    input.write(" three\n");
    await expect.poll(() => seen).toContain("line two three");
  });

  it("is shown, without what could move the cursor, and Ctrl-C and Ctrl-D are obeyed", async () => {
    const { input, lines, seen } = terminal();
    const settled = lines.settle(never);
    input.write("a\x1b\r\x03\x04");
    expect(await settled).toBe("");
    expect(seen).toEqual(['echo "a"', 'echo "␛"', 'echo "\\n"', "line a\x1b", "interrupt", "closed"]);
  });

  it("is not waited for when the run is over, and the terminal is as it was", async () => {
    const { input, lines } = terminal();
    const ending = new AbortController();
    const settled = lines.settle(ending.signal);
    ending.abort(new Error("over"));
    await expect(settled).rejects.toThrow("over");
    expect(input.isRaw).toBe(false);
  });
});
