import { readdirSync, readlinkSync, existsSync } from "node:fs";
import { shell, text } from "@skein/test-host";
import { describe, expect, it } from "vitest";
import { startChild } from "./start-child.ts";
import { hostBeside, rawClient, sharedSession, newsUntil } from "./shared-session.ts";

const opened = { attended: false, session: "shared" } as const;

/** Sockets that a process holds. */
function socketsOf(pid: number): number {
  return readdirSync(`/proc/${pid}/fd`).filter((name) => {
    try {
      return readlinkSync(`/proc/${pid}/fd/${name}`).startsWith("socket:");
    } catch {
      return false; // closed meanwhile
    }
  }).length;
}

describe("the owner of a session", () => {
  it.each([
    ["no JSON", "garbage", { id: null, error: { code: "not-a-request" } }],
    ["no object", "[1]", { id: null, error: { code: "not-a-request" } }],
    ["no id", '{"do":"prepare"}', { id: null, error: { code: "not-a-request" } }],
    ["an unknown request", '{"id":1,"do":"exit"}', { id: 1, error: { code: "usage" } }],
    ["a name of every object", '{"id":1,"do":"constructor"}', { id: 1, error: { code: "usage" } }],
    [
      "no answer",
      '{"id":1,"do":"answer","question":"q","answer":{"allow":"all"}}',
      { id: 1, error: { code: "usage" } },
    ],
    ["no message", '{"id":1,"do":"send","input":[{"type":"text"}]}', { id: 1, error: { code: "usage" } }],
    [
      "an unknown question",
      '{"id":1,"do":"answer","question":"q","answer":{"deny":""}}',
      { id: 1, error: { code: "not-asked" } },
    ],
  ])("replies to %s, and goes on", async (_, line, reply) => {
    const shared = await sharedSession([[text("One.")], [text("Two.")]], { until: "outcome" });
    const client = await rawClient(shared.socket.path);
    expect(client.greeting).toMatchObject({ skein: 1, session: "shared", pid: shared.owner.pid });
    client.socket.write(`${line}\n`);
    expect(await client.next()).toMatchObject(reply);
    const host = await hostBeside(shared);
    const session = await host.open({ ...opened, cwd: shared.folder });
    expect(await (await session.send("more")).result).toMatchObject({ text: "Two." });
    expect(await shared.owner.finish()).toBe(0);
  });

  it("drops a client whose line never ends", async () => {
    const shared = await sharedSession([[text("One.")]], { until: "outcome" });
    const client = await rawClient(shared.socket.path);
    const piece = Buffer.alloc(1024 * 1024, "a");
    const flood = (): void => {
      while (client.socket.writable && client.socket.write(piece));
    };
    client.socket.on("drain", flood).resume();
    flood();
    await client.closed;
    expect(await shared.owner.finish()).toBe(0);
  });

  it("keeps nothing of clients that are gone, whatever they left half said", async () => {
    const shared = await sharedSession([[text("One.")]], { until: "outcome" });
    const before = socketsOf(shared.owner.pid);
    for (let count = 0; count < 30; count++) {
      const client = await rawClient(shared.socket.path);
      client.socket.write(count % 2 === 0 ? '{"id":1,"do":"pre' : '{"id":1,"do":"events","fromSeq":0}\n');
      if (count % 3 === 0) client.socket.destroy();
      else client.socket.end();
    }
    await expect.poll(() => socketsOf(shared.owner.pid)).toBe(before);
    expect(await shared.owner.finish()).toBe(0);
  });

  it("is not held up by a client that does not read, and closes all the same", async () => {
    const loud = Array.from({ length: 40 }, (_, at) => [shell(`c${at}`, `seq ${at} 9000`)]);
    const turns = [[text("One.")], ...loud, [text("Two.")]];
    const shared = await sharedSession(turns, { until: "outcome" });
    const client = await rawClient(shared.socket.path);
    client.socket.pause();
    client.socket.write('{"id":1,"do":"events","fromSeq":0}\n');
    const host = await hostBeside(shared);
    const session = await host.open({ ...opened, cwd: shared.folder });
    const told = newsUntil(session.events(Infinity));
    expect(await (await session.send("be loud")).result).toMatchObject({ outcome: "done", text: "Two." });
    expect((await told).filter(({ type }) => type === "tool-end")).toHaveLength(40);
    expect(await shared.owner.finish()).toBe(0);
    expect(existsSync(shared.socket.path)).toBe(false);
  });

  it("goes on when a client is killed", async () => {
    const shared = await sharedSession([[shell("c1", "sleep 0.5")], [text("Done.")]], {
      until: "tool-start",
    });
    const client = startChild(new URL("children/attach.ts", import.meta.url), shared.folder);
    await client.line("tool-start");
    await client.kill();
    expect(await shared.owner.line("outcome")).toBe("outcome done");
    expect(await shared.owner.finish()).toBe(0);
  });

  it("that is killed leaves a socket that the next one replaces", async () => {
    const shared = await sharedSession([[shell("c1", "true")]], { mode: "approve", until: "question" });
    const host = await hostBeside(shared, [[text("Here.")]]);
    const session = await host.open({ ...opened, cwd: shared.folder });
    const lost = newsUntil(session.events(), () => false).catch((error: unknown) => error);
    const { result } = await session.steer("hello?");
    await shared.owner.kill();
    expect(await lost).toMatchObject({ code: "gone" });
    expect(await result).toMatchObject({ outcome: "storage", error: { code: "gone" } });
    await expect(session.send("more")).rejects.toMatchObject({ code: "gone" });
    expect(existsSync(shared.socket.path)).toBe(true);
    expect(host.live()).toEqual([]);

    const again = await host.open({ ...opened, cwd: shared.folder, overrides: { mode: "auto" } });
    expect(await (await again.send("more")).result).toMatchObject({ outcome: "done", text: "Here." });
    const client = await rawClient(shared.socket.path);
    expect(client.greeting).toMatchObject({ session: "shared", pid: process.pid });
    await again.close();
    expect(existsSync(shared.socket.path)).toBe(false);
  });
});
