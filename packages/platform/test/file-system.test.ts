import { mkdtempSync, openSync, closeSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { describeFileSystem, fileSystemOf, findLockProblem } from "@skein/platform/file-systems";
import { flush, flushHandle } from "@skein/platform/files";

const mounts = [
  "27 1 254:0 / / rw,relatime - ext4 /dev/root rw",
  "40 27 0:50 / /home rw,relatime shared:1 - nfs4 server:/home rw,vers=4.2",
  "41 27 0:51 / /home/ada/big\\040disk rw - fuse.sshfs ada@host: rw",
  "42 27 0:52 / /home/ada/big\\040disk rw - xfs /dev/sdb1 rw",
].join("\n");

describe("the file system of a path", () => {
  it.each([
    ["/srv/a", "ext4", "/"],
    ["/home", "nfs4", "/home"],
    ["/home/ada/.local/share", "nfs4", "/home"],
    ["/homes/ada", "ext4", "/"],
    ["/home/ada/big disk/a", "xfs", "/home/ada/big disk"],
  ])("of %s is %s at %s", (path, type, mountPoint) => {
    expect(fileSystemOf(path, mounts)).toEqual({ type, mountPoint });
    expect(describeFileSystem(path, mounts)).toBe(`the file system (${type}, mounted at ${mountPoint})`);
  });

  it("is unknown without a list of mounts", () => {
    expect(fileSystemOf("/home", "")).toBeUndefined();
    expect(describeFileSystem("/home", "")).toBe("the file system");
  });
});

describe("the locks of a folder", () => {
  it("work on a local disk, and the trial leaves nothing behind", () => {
    const folder = mkdtempSync(join(tmpdir(), "skein-locks-"));
    expect(findLockProblem(folder)).toBeUndefined();
    expect(readdirSync(folder)).toEqual([]);
    rmSync(folder, { recursive: true });
  });

  it("are not tried where no file can be created", () => {
    expect(findLockProblem("/proc/skein")).toBeUndefined();
  });
});

const failing = (code: string) => ({
  sync: () => Promise.reject(Object.assign(new Error(code), { code })),
});

describe("a flush", () => {
  it.each(["EINVAL", "ENOSYS", "ENOTSUP", "EOPNOTSUPP"])(
    "that the file system does not have is no error: %s",
    async (code) => {
      await expect(flushHandle(failing(code))).resolves.toBeUndefined();
    },
  );

  it.each(["EIO", "ENOSPC", "EDQUOT"])("that failed is an error: %s", async (code) => {
    await expect(flushHandle(failing(code))).rejects.toThrow(code);
  });

  it.each([true, false])("of a descriptor works, with dataOnly %s", (dataOnly) => {
    const descriptor = openSync(tmpdir(), "r");
    expect(() => flush(descriptor, { dataOnly })).not.toThrow();
    closeSync(descriptor);
    expect(() => flush(descriptor, { dataOnly })).toThrow("EBADF");
  });

  it.runIf(process.platform === "linux")("of a device that has none is no error", () => {
    const descriptor = openSync("/dev/null", "r");
    expect(() => flush(descriptor)).not.toThrow();
    closeSync(descriptor);
  });
});
