import { checkProperty } from "@skein/property-tests";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { serverSentEvents } from "../src/index.ts";
import type { ServerSentEvent } from "../src/index.ts";

async function* chunksOf(bytes: Uint8Array, sizes: readonly number[]): AsyncGenerator<Uint8Array> {
  for (let from = 0, at = 0; from < bytes.length; at++) {
    const size = sizes[at % sizes.length]!;
    yield await Promise.resolve(bytes.subarray(from, from + size));
    from += size;
  }
}

async function read(
  text: string | Uint8Array,
  sizes: readonly number[] = [1_000_000],
): Promise<ServerSentEvent[]> {
  const events: ServerSentEvent[] = [];
  const source = chunksOf(Buffer.from(text), sizes);
  for await (const batch of serverSentEvents(source, { provider: "vendor" })) events.push(...batch);
  return events;
}

describe("server-sent events", () => {
  it("are the same wherever the bytes are cut, whatever ends the lines", async () => {
    const fields = fc.record({
      event: fc.stringMatching(/^\w*$/),
      data: fc.array(fc.string({ unit: "grapheme" }), { minLength: 1 }),
    });
    await checkProperty(
      fc.asyncProperty(
        fc.array(fields),
        fc.constantFrom("\n", "\r\n", "\r"),
        fc.boolean(),
        fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1 }),
        async (sent, lineEnd, mark, sizes) => {
          const events = sent.map(({ event, data }) => ({
            event,
            data: data.map((line) => line.replace(/[\r\n]/g, " ")),
          }));
          const lines = events.flatMap(({ event, data }) => [
            ": a comment",
            ...(event === "" ? [] : [`event: ${event}`]),
            ...data.map((line) => `data: ${line}`),
            "",
          ]);
          const text = `${mark ? "\uFEFF" : ""}${lines.map((line) => line + lineEnd).join("")}`;
          const expected = events.map(({ event, data }) => ({ event, data: data.join("\n").toWellFormed() }));
          expect(await read(text, sizes)).toEqual(expected);
        },
      ),
    );
  });

  it.each([
    ["data:x\n\n", [{ event: "", data: "x" }]],
    ["data:  x\n\n", [{ event: "", data: " x" }]],
    ["data\n\n", [{ event: "", data: "" }]],
    ["event: e\n\ndata: x\n\n", [{ event: "", data: "x" }]],
    ["id: 7\nretry: 10\ndata: x\nother: y\n\n", [{ event: "", data: "x" }]],
    ["data: cut off", [{ event: "", data: "cut off" }]],
    ["<html>\n<p>no</p>\n\n", []],
    ["", []],
  ])("%j", async (text, expected) => {
    expect(await read(text)).toEqual(expected);
  });

  it("report life for every chunk, also for comments", async () => {
    let signs = 0;
    const source = { provider: "vendor", alive: () => void signs++ };
    for await (const _ of serverSentEvents(chunksOf(Buffer.from(": ping\n\n: ping\n\n"), [8]), source))
      void _;
    expect(signs).toBe(2);
  });

  it("of 8 MB in small chunks are read whole", async () => {
    const [event] = await read(`data: ${"x".repeat(8_000_000)}\n\n`, [1024]);
    expect(event?.data.length).toBe(8_000_000);
  });

  it("may be an error without a frame, which some servers send as a line", async () => {
    const error = (data: string) => ({ event: "error", data, isError: true });
    expect(await read('data: 1\n\nerror: {"message":"busy"} \n')).toEqual([
      { event: "", data: "1" },
      error('{"message":"busy"}'),
    ]);
    expect(await read("error:busy\n\ndata: 1\n\n")).toEqual([error("busy"), { event: "", data: "1" }]);
    expect(await read("errors: busy\n\n")).toEqual([]);
  });

  it("without an end are given up at a limit", async () => {
    const source = chunksOf(Buffer.from(`data: ${"x".repeat(1000)}`), [10]);
    const events = serverSentEvents(source, { provider: "vendor", maxEventLength: 100 });
    await expect(events.next()).rejects.toMatchObject({ code: "bad-stream", retryable: false });
  });

  it.each([10, 40, 150, 1_000])("are measured one by one (%i bytes at once)", async (size) => {
    const source = chunksOf(Buffer.from(`data: ${"x".repeat(90)}\n\n`.repeat(5)), [size]);
    const batches = serverSentEvents(source, { provider: "vendor", maxEventLength: 100 });
    expect((await Array.fromAsync(batches)).flat()).toHaveLength(5);
  });

  it.each([
    ["that has ended", "data: 1234\n", "data: 12345\n"],
    ["that goes on", "data: 1234", "data: 12345"],
  ])("are measured with all their lines, also one %s", async (_, within, beyond) => {
    const lines = "data: 12345\n".repeat(9);
    const read109 = (rest: string) => {
      const source = chunksOf(Buffer.from(lines + rest), [1_000]);
      return Array.fromAsync(serverSentEvents(source, { provider: "vendor", maxEventLength: 109 }));
    };
    expect((await read109(within)).flat()).toHaveLength(1);
    await expect(read109(beyond)).rejects.toMatchObject({ code: "bad-stream" });
  });

  it("of exactly the limit are taken", async () => {
    const source = chunksOf(Buffer.from(`data: ${"x".repeat(94)}\n\n`), [10]);
    const events = serverSentEvents(source, { provider: "vendor", maxEventLength: 100 });
    expect((await events.next()).value).toEqual([{ event: "", data: "x".repeat(94) }]);
  });
});
