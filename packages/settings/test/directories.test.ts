import { mkdirSync, statSync, writeFileSync, chmodSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { directories, ensurePrivateFolder } from "../src/index.ts";
import { tempFolder } from "./temp-folder.ts";

const linux = { platform: "linux", home: "/home/u" } as const;

describe("the directories", () => {
  it("are where the XDG specification puts them", () => {
    expect(directories({ ...linux, env: {} })).toEqual({
      config: "/home/u/.config/skein",
      data: "/home/u/.local/share/skein",
      state: "/home/u/.local/state/skein",
    });
  });

  it("are in the home that the environment names by default", () => {
    expect(directories({ env: { HOME: "/home/v" }, platform: "linux" }).config).toBe("/home/v/.config/skein");
    expect(directories({ ...linux, env: { HOME: "/home/v" } }).config).toBe("/home/u/.config/skein");
    expect(directories({ env: { USERPROFILE: "C:\\V" }, platform: "win32" }).config).toBe(
      "C:\\V\\.config\\skein",
    );
  });

  it("follow the XDG variables, each its own", () => {
    const env = { XDG_CONFIG_HOME: "/c", XDG_DATA_HOME: "/d", XDG_STATE_HOME: "/s" };
    expect(directories({ env, home: undefined, platform: "darwin" })).toEqual({
      config: "/c/skein",
      data: "/d/skein",
      state: "/s/skein",
    });
    expect(directories({ ...linux, env: { XDG_DATA_HOME: "/d" } })).toMatchObject({
      config: "/home/u/.config/skein",
      data: "/d/skein",
    });
  });

  it.each(["", "relative", "./here"])("ignore the XDG variable %j, which is not absolute", (folder) => {
    const env = { XDG_CONFIG_HOME: folder };
    expect(directories({ ...linux, env }).config).toBe("/home/u/.config/skein");
  });

  it("are all under SKEIN_HOME when it is set", () => {
    const env = { SKEIN_HOME: "/opt/skein", XDG_CONFIG_HOME: "/c" };
    expect(directories({ env, home: undefined })).toEqual({
      config: "/opt/skein/config",
      data: "/opt/skein/data",
      state: "/opt/skein/state",
    });
  });

  it("are where applications keep things on Windows", () => {
    const env = { APPDATA: "C:\\U\\Roaming", LOCALAPPDATA: "C:\\U\\Local" };
    expect(directories({ env, home: "C:\\U", platform: "win32" })).toEqual({
      config: "C:\\U\\Roaming\\skein\\config",
      data: "C:\\U\\Local\\skein\\data",
      state: "C:\\U\\Local\\skein\\state",
    });
  });

  it("need no home that exists if none of them is in it", () => {
    const env = { HOME: "/nonexistent", XDG_CONFIG_HOME: "/c", XDG_DATA_HOME: "/d", XDG_STATE_HOME: "/s" };
    expect(directories({ env, platform: "linux", exists: (): boolean => false }).data).toBe("/d/skein");
  });

  it.each([
    [{ env: {}, home: undefined }, "HOME is not set"],
    [{ env: { XDG_CONFIG_HOME: "/c" }, home: "" }, "HOME is not set"],
    [{ env: { HOME: "home/u" } }, 'HOME is "home/u", which is not an absolute path'],
    [
      { env: { HOME: "/nonexistent" }, exists: (): boolean => false },
      'HOME is "/nonexistent", which does not exist',
    ],
    [
      { env: { HOME: "/nonexistent", XDG_CONFIG_HOME: "/c" }, exists: (): boolean => false },
      'HOME is "/nonexistent", which does not exist',
    ],
    [{ env: { SKEIN_HOME: "here" }, home: "/home/u" }, 'SKEIN_HOME is "here", which is not an absolute path'],
  ])("say what is missing: %j", (options, message) => {
    expect(() => directories({ ...options, platform: "linux" })).toThrowError(
      expect.objectContaining({
        name: "ConfigError",
        message: expect.stringContaining(message) as string,
      }) as Error,
    );
  });
});

describe("a private folder", () => {
  const modeOf = (path: string): string => (statSync(path).mode & 0o777).toString(8);

  it("is made for its owner alone, with what is missing above it", async () => {
    const folder = tempFolder();
    await ensurePrivateFolder(join(folder, "a", "b"));
    await ensurePrivateFolder(join(folder, "a", "b"));
    expect([modeOf(join(folder, "a")), modeOf(join(folder, "a", "b"))]).toEqual(["700", "700"]);
  });

  it("is closed to others when it was open, and what is above it stays as it is", async () => {
    const folder = tempFolder();
    mkdirSync(join(folder, "open"));
    chmodSync(folder, 0o755);
    chmodSync(join(folder, "open"), 0o777);
    await ensurePrivateFolder(join(folder, "open"));
    expect([modeOf(folder), modeOf(join(folder, "open"))]).toEqual(["755", "700"]);
  });

  it.runIf(process.platform === "linux")("that the system has no place for is an error at once", async () => {
    await expect(ensurePrivateFolder("/proc/a/b")).rejects.toMatchObject({ name: "ConfigError" });
  });

  it("may be made by several at once", async () => {
    const folder = join(tempFolder(), "a", "b");
    await Promise.all(Array.from({ length: 8 }, () => ensurePrivateFolder(folder)));
    expect(modeOf(folder)).toBe("700");
  });

  it("that cannot be made is an error with a way out", async () => {
    const folder = tempFolder();
    writeFileSync(join(folder, "file"), "");
    await expect(ensurePrivateFolder(join(folder, "file", "below"))).rejects.toMatchObject({
      name: "ConfigError",
      code: "unreadable",
      hint: expect.stringContaining("SKEIN_HOME") as string,
    });
  });
});
