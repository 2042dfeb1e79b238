import { currentProcess, type ProcessIdentity } from "@skein/platform/process";
import { describe, expect, it } from "vitest";
import { isSeenDead } from "../src/lease-end.ts";

/** This process, as a machine describes it that tells all there is to know. */
const self: ProcessIdentity = { boot: "b", pidSpace: "p", ...known(currentProcess()) };

function known({ pid, started, host }: ProcessIdentity) {
  return { pid, started: started ?? "1", host };
}

const ended = { started: "0" };

describe("a holder that is no longer running", () => {
  it("is seen by a process of its machine", () => {
    expect(isSeenDead({ ...self, ...ended }, self)).toBe(true);
  });

  it.runIf(currentProcess().started !== null)("is none while it runs", () => {
    expect(isSeenDead(self, self)).toBe(false);
  });

  it.each([
    ["after a reboot", { boot: "c" }],
    ["in another container", { pidSpace: "q" }],
    ["where nothing tells when it started", { started: null }],
  ])("is not seen %s", (_, other) => {
    expect(isSeenDead({ ...self, ...ended, ...other }, self)).toBe(false);
  });

  it("is not seen where the system tells of no boot", () => {
    const blind = { ...self, boot: null };
    expect(isSeenDead({ ...blind, ...ended }, blind)).toBe(false);
  });
});
