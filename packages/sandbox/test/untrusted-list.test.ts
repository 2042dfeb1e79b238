import { lstatSync, mkdirSync, readFileSync, readlinkSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { temporaryFolder } from "@skein/test-kit";
import { describe, expect, it } from "vitest";
import { listUntrusted, trustFile, untrustedCheck } from "../src/protected/untrusted-files.ts";
import { addUntrusted } from "../src/protected/untrusted-records.ts";
import { entriesAt } from "../src/protected/entries.ts";

interface Place {
  readonly state: string;
  readonly path: string;
  readonly aside: string;
}

function placeIn(folder: string): Place {
  const place = {
    state: join(folder, "state"),
    path: join(folder, "work/.envrc"),
    aside: join(folder, "held/1/.envrc"),
  };
  for (const name of ["state", "work", "held/1"]) mkdirSync(join(folder, name), { recursive: true });
  return place;
}

const found = { reason: "what direnv runs", hash: "0", at: 1 };

describe("a file that was moved aside", () => {
  it("is put back by trusting it, and with it the folder that held it is gone", async () => {
    await using folder = await temporaryFolder();
    const { state, path, aside } = placeIn(folder.path);
    writeFileSync(aside, "export A=1\n");
    addUntrusted(state, { path, aside, ...found });
    expect(trustFile(state, path)).toEqual({ path, aside, ...found });
    expect(readFileSync(path, "utf8")).toBe("export A=1\n");
    expect(lstatSync(join(folder.path, "held/1"), { throwIfNoEntry: false })).toBeUndefined();
    expect(listUntrusted(state)).toEqual([]);
    expect(trustFile(state, path)).toBeUndefined();
  });

  it("is put back as the link that it was", async () => {
    await using folder = await temporaryFolder();
    const { state, path, aside } = placeIn(folder.path);
    symlinkSync("elsewhere", aside);
    addUntrusted(state, { path, aside, ...found });
    trustFile(state, path);
    expect(readlinkSync(path)).toBe("elsewhere");
  });

  it("stays where it is while another is in its place", async () => {
    await using folder = await temporaryFolder();
    const { state, path, aside } = placeIn(folder.path);
    writeFileSync(aside, "theirs");
    writeFileSync(path, "mine");
    addUntrusted(state, { path, aside, ...found });
    expect(() => trustFile(state, path)).toThrow(`${path} already exists.`);
    expect([readFileSync(path, "utf8"), readFileSync(aside, "utf8")]).toEqual(["mine", "theirs"]);
    expect(listUntrusted(state)).toHaveLength(1);
  });
});

describe("a file that stays where it is", () => {
  it("is not read until it is trusted, or has another content", async () => {
    await using folder = await temporaryFolder();
    const { state, path } = placeIn(folder.path);
    writeFileSync(path, "one");
    const hash = entriesAt(path)?.get(path)?.hash ?? "";
    addUntrusted(state, { path, ...found, hash });
    expect(untrustedCheck(state)(path)).toBe(true);
    expect(untrustedCheck(state)(join(folder.path, "work/other"))).toBe(false);
    writeFileSync(path, "two");
    expect(untrustedCheck(state)(path)).toBe(false);
    writeFileSync(path, "one");
    expect(untrustedCheck(state)(path)).toBe(true);
    trustFile(state, path);
    expect(untrustedCheck(state)(path)).toBe(false);
    expect(readFileSync(path, "utf8")).toBe("one");
  });
});
