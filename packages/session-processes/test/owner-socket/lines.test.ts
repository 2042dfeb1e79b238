import { createConnection, createServer, type Socket } from "node:net";
import { join } from "node:path";
import { setImmediate } from "node:timers/promises";
import { temporaryFolder } from "@skein/test-kit";
import { describe, expect, it, onTestFinished } from "vitest";
import { readLines, writeLine } from "../../src/owner-socket/lines.ts";

/** Both ends of a connection. */
async function connection(): Promise<readonly [Socket, Socket]> {
  const folder = await temporaryFolder();
  onTestFinished(() => folder[Symbol.asyncDispose]());
  const path = join(folder.path, "s");
  const { promise, resolve } = Promise.withResolvers<Socket>();
  const server = createServer(resolve);
  onTestFinished(() => void server.close());
  await new Promise<void>((listening) => server.listen({ path }, listening));
  const client = createConnection({ path });
  const ends = [client, await promise] as const;
  for (const end of ends) {
    end.on("error", () => undefined);
    onTestFinished(() => void end.destroy());
  }
  return ends;
}

describe("the lines of a connection", () => {
  it("come whole, however they were cut, and one without an end does not", async () => {
    const [client, server] = await connection();
    const read = Array.fromAsync(readLines(server, 10));
    for (const piece of ["on", "e\n\ntw", "o\nthree\n0123456789\nhalf"]) {
      client.write(piece);
      await setImmediate();
    }
    client.end();
    expect(await read).toEqual(["one", "", "two", "three", "0123456789"]);
  });

  it.each([
    ["with its end", "0123456789a\n"],
    ["without one", "0123456789a"],
  ])("are no longer than allowed: %s", async (_, line) => {
    const [client, server] = await connection();
    client.end(`ok\n${line}`);
    const lines = readLines(server, 10);
    expect(await lines.next()).toEqual({ done: false, value: "ok" });
    await expect(lines.next()).rejects.toThrow("A line is longer than 10 bytes.");
  });

  it("are written when there is room again, or the other side is gone", async () => {
    const [client, server] = await connection();
    client.pause();
    const large = "x".repeat(4_000_000);
    let isWritten = false;
    const writing = writeLine(server, large).then(() => (isWritten = true));
    await setImmediate();
    expect(isWritten).toBe(false);
    client.resume();
    await writing;
    client.pause();
    const lost = writeLine(server, large);
    client.destroy();
    await lost;
    await writeLine(server, "late");
  });
});
