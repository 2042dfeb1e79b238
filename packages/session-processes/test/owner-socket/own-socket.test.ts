import { existsSync, renameSync, utimesSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { hostWith, machineOf, text } from "@skein/test-host";
import { temporaryFolder } from "@skein/test-kit";
import type { LiveSession } from "@skein/host";
import { describe, expect, it } from "vitest";
import { shareSessions } from "../../src/index.ts";
import { ownerSockets } from "../../src/owner-socket/owner-socket.ts";
import { socketPlace } from "../../src/owner-socket/socket-place.ts";

/** A socket without a listener, as a process left it that was killed long ago. */
async function leaveSocket(path: string): Promise<void> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen({ path: `${path}-` }, resolve));
  renameSync(`${path}-`, path);
  await new Promise((resolve) => server.close(resolve));
  utimesSync(path, 1, 1);
}

describe("the socket of a session", () => {
  it("is there from the first run to the end, and the first one of a host removes those of killed processes", async () => {
    await using folder = await temporaryFolder();
    const { host } = await hostWith(folder.path, [[text("One.")], [text("Two.")], [text("Three.")]], {
      shareSessions,
    });
    await using _ = host;
    const { directories } = machineOf(folder.path);
    const run = async (session: string) => {
      const live = await host.open({ cwd: folder.path, session, attended: false });
      const { path } = socketPlace(directories, session);
      expect(existsSync(path)).toBe(false);
      await (
        await live.send("go")
      ).result;
      expect(existsSync(path)).toBe(true);
      await live.close();
      expect(existsSync(path)).toBe(false);
    };
    await run("first");
    const left = join(socketPlace(directories, "first").folder, "0123456789abcdef.sock");
    await leaveSocket(left);
    await run("second");
    expect(existsSync(left)).toBe(true);
    const { host: other } = await hostWith(folder.path, [[text("Four.")]], { shareSessions });
    await using sweeping = other;
    const live = await sweeping.open({ cwd: folder.path, session: "third", attended: false });
    await (
      await live.send("go")
    ).result;
    await live.close();
    expect(existsSync(left)).toBe(false);
  });

  it("is not for Windows, which has none with modes", async () => {
    await using folder = await temporaryFolder();
    const { directories } = machineOf(folder.path);
    expect(ownerSockets(directories, "win32")).toBeUndefined();
    expect(ownerSockets(directories, "linux")?.({ id: "s" } as LiveSession)).toBeDefined();
  });
});
