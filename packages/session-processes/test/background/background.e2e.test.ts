import { chownSync, lchownSync } from "node:fs";
import { userInfo } from "node:os";
import { machineOf, shell, text } from "@skein/test-host";
import { describe, expect, it } from "vitest";
import { findRunning, followRun, sessionsAtWork, stopSession } from "../../src/background/index.ts";
import { hostBeside, sharedSession } from "../owner-socket/shared-session.ts";

const hanging = [shell("c1", "sleep 60")] as const;

async function shared(mode: "auto" | "approve", until: string) {
  const session = await sharedSession([hanging, hanging, [text("Done.")]], { mode, until });
  const host = await hostBeside(session);
  const machine = machineOf(session.folder);
  const list = async () => (await sessionsAtWork(machine, host.sessions, { since: 0 }))[0];
  return { ...session, host, machine, list };
}

describe("sessions at work", () => {
  it("are asked for what they do: a question, a run, nothing", async () => {
    const { list, owner, host, machine, folder } = await shared("approve", "question");
    expect(await list()).toMatchObject({
      session: "shared",
      state: "asks",
      pid: owner.pid,
      questions: [{ kind: "approval", tool: "shell" }],
    });
    expect(await findRunning(machine, host.sessions, { word: undefined, cwd: folder })).toMatchObject({
      session: "shared",
      cwd: folder,
    });
    await stopSession(machine, "shared", "Enough.");
    expect(await list()).toMatchObject({ state: "asks", pid: owner.pid });
    await owner.finish();
  });

  it("are stopped where they run, told why, and crashed when their process was killed", async () => {
    const { list, owner, machine, host, folder } = await shared("auto", "tool-start");
    expect(await list()).toMatchObject({ state: "running", pid: owner.pid, questions: [] });
    const session = await host.open({ cwd: folder, session: "shared", attended: false });
    const left = new AbortController();
    const followed = followRun(session, left.signal, () => undefined);
    expect(await stopSession(machine, "shared", "Enough.")).toEqual({
      pid: owner.pid,
      wasRunning: true,
      hasEnded: true,
    });
    expect(await followed).toMatchObject({ outcome: "cancelled", toolCalls: 1, turns: 1 });
    expect(await list()).toMatchObject({ state: "open", pid: owner.pid });
    expect(await stopSession(machine, "shared", "Enough.")).toMatchObject({ wasRunning: false });
    owner.say("again");
    await expect.poll(async () => (await list())?.state).toBe("running");
    await owner.kill();
    await expect.poll(async () => (await list())?.state).toBe("crashed");
    expect(await stopSession(machine, "shared", "Enough.")).toBeUndefined();
    await expect(findRunning(machine, host.sessions, { word: undefined, cwd: folder })).rejects.toMatchObject(
      { code: "not-found" },
    );
  });

  it.runIf(userInfo().uid === 0)("take nothing from a socket of another user", async () => {
    const { list, owner, machine, socket } = await shared("auto", "tool-start");
    lchownSync(socket.path, 65_534, 65_534);
    expect(await list()).toMatchObject({ state: "running", pid: undefined });
    expect(await stopSession(machine, "shared", "Enough.")).toBeUndefined();
    lchownSync(socket.path, 0, 0);
    chownSync(socket.folder, 65_534, 65_534);
    expect(await list()).toMatchObject({ pid: undefined });
    chownSync(socket.folder, 0, 0);
    expect(await list()).toMatchObject({ pid: owner.pid });
    await stopSession(machine, "shared", "Enough.");
    await owner.finish();
  });
});
