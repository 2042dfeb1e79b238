import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { checkProperty } from "@skein/property-tests";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { secretStore } from "../src/index.ts";
import { memoryKeyring } from "./memory-keyring.ts";
import { tempFolder } from "./temp-folder.ts";

const name = "DEMO_API_KEY";
const modeOf = (path: string): string => (statSync(path).mode & 0o777).toString(8);

describe("a secret, on a machine with a keyring", () => {
  it("goes into the keyring and into no file", async () => {
    const data = tempFolder();
    const keyring = memoryKeyring();
    const store = secretStore({ directories: { data }, openKeyring: async () => keyring });
    expect(await store.where(name)).toBeUndefined();
    expect(await store.set(name, "k1")).toEqual({ kind: "keyring" });
    expect([await store.get(name), await store.where(name)]).toEqual(["k1", { kind: "keyring" }]);
    expect(readdirSync(data)).toEqual([]);
    expect(await store.remove(name)).toBe(true);
    expect([await store.get(name), await store.remove(name)]).toEqual([undefined, false]);
  });

  it("leaves its file when the keyring can be used again, and until then the file counts", async () => {
    const data = tempFolder();
    const keyring = memoryKeyring();
    const store = secretStore({ directories: { data }, openKeyring: async () => keyring });
    await store.set(name, "old");
    keyring.failing = true;
    const place = await store.set(name, "new");
    const path = join(data, "secrets", name);
    expect(place).toEqual({ kind: "file", path, reason: "The keyring is locked" });
    keyring.failing = false;
    expect(await store.get(name)).toBe("new");
    await store.set(name, "newest");
    expect(existsSync(path)).toBe(false);
    expect(await store.get(name)).toBe("newest");
  });

  it("is not waited for longer than agreed", async () => {
    const data = tempFolder();
    const never = new Promise<never>(() => undefined);
    const store = secretStore({ directories: { data }, openKeyring: () => never, keyringMs: 20 });
    expect(await store.get(name)).toBeUndefined();
    expect(await store.set(name, "k")).toMatchObject({
      kind: "file",
      reason: "the keyring did not answer within 0.02 s",
    });
    expect(await store.get(name)).toBe("k");
  });
});

describe("a secret, on a machine without a keyring", () => {
  it("is in a file for its owner alone, in a folder for its owner alone, and no other file is left", async () => {
    const data = join(tempFolder(), "data");
    const before = process.umask(0);
    try {
      await secretStore({ directories: { data } }).set(name, "k1");
      await secretStore({ directories: { data } }).set(name, "k2");
    } finally {
      process.umask(before);
    }
    expect(readdirSync(join(data, "secrets"))).toEqual([name]);
    expect([modeOf(data), modeOf(join(data, "secrets")), modeOf(join(data, "secrets", name))]).toEqual([
      "700",
      "700",
      "600",
    ]);
    expect(await secretStore({ directories: { data } }).get(name)).toBe("k2");
  });

  it("closes a file that was open to others, when it is set again", async () => {
    const data = tempFolder();
    const store = secretStore({ directories: { data } });
    await store.set(name, "k1");
    chmodSync(join(data, "secrets", name), 0o644);
    await store.set(name, "k2");
    expect(modeOf(join(data, "secrets", name))).toBe("600");
  });

  it("is never read or written through a link", async () => {
    const data = tempFolder();
    const elsewhere = join(data, "elsewhere");
    writeFileSync(elsewhere, "not a key");
    mkdirSync(join(data, "secrets"));
    symlinkSync(elsewhere, join(data, "secrets", name));
    const store = secretStore({ directories: { data } });
    await expect(store.get(name)).rejects.toMatchObject({ name: "ConfigError", code: "unreadable" });
    await store.set(name, "k");
    expect(readFileSync(elsewhere, "utf8")).toBe("not a key");
    expect(await store.get(name)).toBe("k");
  });

  it.each(["../x", "a/b", "", ".", "A B", "x".repeat(200), "A\0"])("cannot be called %j", async (wrong) => {
    const store = secretStore({ directories: { data: tempFolder() } });
    for (const use of [store.get(wrong), store.set(wrong, "v"), store.remove(wrong), store.where(wrong)])
      await expect(use).rejects.toMatchObject({ name: "ConfigError", code: "usage" });
  });

  it("that cannot be kept is an error that does not say it", async () => {
    const data = tempFolder();
    writeFileSync(join(data, "secrets"), "in the way");
    const error = await secretStore({ directories: { data } })
      .set(name, "very-secret")
      .catch((reason: unknown) => reason);
    expect(error).toMatchObject({ name: "ConfigError", code: "unreadable" });
    expect(JSON.stringify(error) + (error as Error).message).not.toContain("very-secret");
  });
});

it("what was set last is what is found, whatever the keyring does in between", async () => {
  const step = fc.oneof(
    fc.record({ act: fc.constant("set" as const), value: fc.stringMatching(/^[!-~]{1,20}$/) }),
    fc.record({ act: fc.constant("break" as const) }),
    fc.record({ act: fc.constant("repair" as const) }),
  );
  await checkProperty(
    fc.asyncProperty(fc.array(step, { maxLength: 8 }), async (steps) => {
      const keyring = memoryKeyring();
      const directories = { data: tempFolder() };
      const store = secretStore({ directories, openKeyring: async () => keyring });
      let last: string | undefined;
      for (const one of steps) {
        if (one.act === "set") {
          await store.set(name, one.value);
          last = one.value;
        } else keyring.failing = one.act === "break";
      }
      keyring.failing = false;
      expect(await store.get(name)).toBe(last);
    }),
    { numRuns: 40 },
  );
});
