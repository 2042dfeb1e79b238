import { chmodSync, mkdirSync, rmSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { userId } from "@skein/platform/user";
import { temporaryFolder } from "@skein/test-kit";
import { describe, expect, it } from "vitest";
import { listenAt } from "../../src/owner-socket/listen-at.ts";
import { socketPlace } from "../../src/owner-socket/socket-place.ts";

/** `sun_path` of the system that has the fewest, without the zero at the end. */
const most = 103;
const placeIn = (state: string) => socketPlace({ data: "/data", state }, "session");

describe("the socket of a session", () => {
  it("is in the state folder, and in /tmp where its path would be too long", () => {
    for (let length = 1; length < 300; length++) {
      const state = `/${"s".repeat(length)}`;
      const { folder, path } = placeIn(state);
      // The name under which it is made has nine characters more.
      expect(Buffer.byteLength(path) + 9).toBeLessThanOrEqual(most);
      const usual = join(state, "run");
      const isTooLong = Buffer.byteLength(join(usual, path.slice(folder.length + 1))) + 9 > most;
      expect(folder).toBe(isTooLong ? `/tmp/skein-${userId()}` : usual);
    }
  });

  it("is the same for all processes, and another one for another data folder", () => {
    const state = `/${"long/".repeat(40)}`;
    expect(placeIn(state)).toEqual(placeIn(state));
    expect(socketPlace({ data: "/other", state }, "session").path).not.toBe(placeIn(state).path);
  });

  it("can be listened at with the longest path", async () => {
    await using folder = await temporaryFolder();
    const state = join(
      folder.path,
      "s".repeat(most - folder.path.length - "/run/0123456789abcdef.sock".length - 10),
    );
    const place = placeIn(state);
    expect(place.folder).toBe(join(state, "run"));
    const listener = await listenAt(place, (socket) => socket.destroy());
    expect(listener.isInPlace()).toBe(true);
    listener.withdraw();
  });

  it.each([
    ["open to others", (path: string) => (mkdirSync(path), chmodSync(path, 0o777))],
    ["a link", (path: string) => symlinkSync("/tmp", path)],
  ])("is not made in a folder in /tmp that is %s", async (_, make) => {
    await using folder = await temporaryFolder();
    const shared = join(folder.path, "skein");
    make(shared);
    const place = { folder: shared, path: join(shared, "x.sock") };
    await expect(listenAt(place, () => undefined)).rejects.toThrow("is open to others");
    rmSync(shared, { recursive: true, force: true });
  });
});
