import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { SandboxError } from "../src/index.ts";
import { probeTiers } from "../src/index.ts";
import { findProgram, systemFolders } from "../src/find-program.ts";
import { openNetwork } from "../src/network/sandbox-network.ts";

const [bwrap = "", nsenter = ""] = ["bwrap", "nsenter"].map((name) => findProgram(name, systemFolders));
const hasFull = (await probeTiers()).found.some(({ tier }) => tier === "full");

const children = () =>
  readFileSync(`/proc/self/task/${process.pid}/children`, "utf8").trim().split(" ").filter(Boolean);

describe("the helper that opens a network", () => {
  it.each([
    [
      join(import.meta.dirname, "no-such-program"),
      /^The network of the sandbox could not be opened: spawn .* ENOENT\.$/,
    ],
    ["/bin/false", /^The network of the sandbox could not be opened: its helper ended with 1\.$/],
  ])("says why it cannot: %s", async (program, message) => {
    const opening = openNetwork({ bwrap: program, nsenter: "" }, [0]);
    await expect(opening).rejects.toThrow(SandboxError);
    await expect(opening).rejects.toThrow(message);
  });

  it.skipIf(!hasFull)("is gone when the network is open, whose listeners stay", async () => {
    const before = children();
    const network = await openNetwork({ bwrap, nsenter }, [0, 0]);
    try {
      expect(children().filter((id) => !before.includes(id))).toEqual([]);
      expect(network.listeners.map((one) => one.listening)).toEqual([true, true]);
      const [program, user, net, ...rest] = network.enter(["/bin/true"]);
      expect(program).toBe(nsenter);
      expect([user, net].join(" ")).toMatch(/^--user=\/proc\/\d+\/fd\/\d+ --net=\/proc\/\d+\/fd\/\d+$/);
      expect(rest).toEqual(["--preserve-credentials", "--", "/bin/true"]);
    } finally {
      network.close();
    }
    expect(network.listeners.map((one) => one.listening)).toEqual([false, false]);
  });

  it.skipIf(!hasFull)("says that a port cannot be listened on", async () => {
    await expect(openNetwork({ bwrap, nsenter }, [8_123, 8_123])).rejects.toThrow(/EADDRINUSE/);
  });
});
