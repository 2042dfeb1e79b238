import { homedir, hostname } from "node:os";
import { describe, expect, it } from "vitest";
import { hasProc, residentBytes } from "@skein/platform/process";
import { homeFolder, hostName, userId } from "@skein/platform/user";

function fail(): never {
  throw new Error("ENOENT: no such file or directory, uv_os_homedir");
}

describe("the identity of a process", () => {
  it.each([
    ["the home folder", homeFolder, "/"],
    ["the host name", hostName, "localhost"],
  ] as const)("has a fallback for %s", (_, read, fallback) => {
    expect(read(fail)).toBe(fallback);
    expect(read(() => "")).toBe(fallback);
    expect(read(() => "/home/ada")).toBe("/home/ada");
  });

  it("is that of the system where it has one", () => {
    expect(hostName()).toBe(hostname());
    expect(homeFolder(() => "/home/ada")).toBe("/home/ada");
    expect(homeFolder()).toBe(homeFolder(homedir));
  });

  it.runIf(process.getuid)("has the user id of the process without the user database", () => {
    expect(userId()).toBe(process.getuid?.());
  });

  it("has a memory size, or an unlimited one where it is unknown", () => {
    expect(residentBytes()).toBeGreaterThan(1_000_000);
    expect(residentBytes(fail)).toBe(Infinity);
  });

  it("can be looked up in /proc on Linux", () => {
    expect(hasProc()).toBe(process.platform === "linux");
  });
});
