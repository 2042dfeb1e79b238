import { readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { hostWith } from "@skein/test-host";
import { temporaryFolder } from "@skein/test-kit";
import { describe, expect, it } from "vitest";
import { createDemoProject, demoScript, demoTask, testDemo } from "../src/demo/index.ts";
import { collectEntries } from "@skein/host/sessions";

describe("the demo", () => {
  it("finds a real bug in its project, fixes it, and all tests pass", async () => {
    const project = await createDemoProject();
    try {
      await using folder = await temporaryFolder();
      const { host } = await hostWith(folder.path, demoScript);
      await using session = await host.open({ cwd: project, attended: false, overrides: { mode: "auto" } });
      const { outcome, text, turns } = await (await session.send(demoTask)).result;
      expect([outcome, turns]).toEqual(["done", 5]);
      expect(text).toContain("All three tests pass.");
      const entries = await collectEntries(host.sessions.entries(session.id));
      const results = entries.filter((entry) => entry.kind === "tool-result");
      expect(results.map(({ callId }) => callId).toSorted()).toEqual(
        [1, 2, 3, 4, 5, 6].map((number) => `demo_${number}`),
      );
      expect(results.filter(({ failure }) => failure !== undefined)).toEqual([]);
      expect(await readFile(join(project, "src/cart.js"), "utf8")).toContain("let index = 0;");
      await host.close();
    } finally {
      await rm(project, { recursive: true });
    }
  });

  it("has a project whose tests fail as it is", async () => {
    const project = await createDemoProject();
    try {
      const program = { node: process.execPath, env: process.env };
      expect(testDemo(project, program)).toMatchObject({ ok: false, passed: 1, failed: 2 });
      const cart = join(project, "src/cart.js");
      await writeFile(cart, (await readFile(cart, "utf8")).replace("let index = 1;", "let index = 0;"));
      const { ok, lines } = testDemo(project, program);
      expect([ok, lines.length]).toEqual([true, 3]);
      expect(lines.every((line) => line.startsWith("✓ "))).toBe(true);
    } finally {
      await rm(project, { recursive: true });
    }
  });
});
