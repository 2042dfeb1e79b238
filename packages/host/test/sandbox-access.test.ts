import { machineOf } from "@skein/test-host";
import { temporaryFolder } from "@skein/test-kit";
import { describe, expect, it } from "vitest";
import { sandboxAccess } from "../src/settings/sandbox-access.ts";

/** What the user's own file and another one say about the limits of commands. */
async function limitsFrom(own: string, extra = "{}") {
  await using folder = await temporaryFolder();
  const files = {
    "home/config/config.yaml": `sandboxAccess: ${own}\n`,
    "extra.yaml": `sandboxAccess: ${extra}\n`,
  };
  const machine = machineOf(folder.path, { SKEIN_EXTRA_CONFIG: `${folder.path}/extra.yaml` }, files);
  const { processes, memoryBytes } = await sandboxAccess(machine, folder.path);
  return { processes, memoryBytes };
}

describe("the limits of commands", () => {
  it.each([
    ["{ hosts: [] }", undefined, { processes: undefined, memoryBytes: undefined }],
    ["{ processes: 100, memory: 1GB }", undefined, { processes: 100, memoryBytes: 2 ** 30 }],
    ["{ processes: 100 }", "{ processes: 200, memory: 2GB }", { processes: 100, memoryBytes: 2 ** 31 }],
  ])("are those of the strongest file: %s before %s", async (own, extra, expected) => {
    expect(await limitsFrom(own, extra)).toEqual(expected);
  });

  it.each([
    ["{ processes: 63 }", /sandboxAccess\.processes/],
    ["{ processes: many }", /sandboxAccess\.processes/],
    ["{ memory: 100MB }", /sandboxAccess\.memory/],
    ["{ memory: 8 }", /sandboxAccess\.memory/],
  ])("that cannot be obeyed are an error: %s", async (own, message) => {
    await expect(limitsFrom(own)).rejects.toThrow(message);
  });
});
