import { anthropicServer } from "@skein/provider-conformance/servers";
import { describe, expect, it } from "vitest";
import { rootWarnings } from "../src/wording/session-warnings.ts";
import { skeinHome } from "./skein.ts";

describe("mode auto", () => {
  it("is warned about when root runs it, and no other mode or user is", () => {
    expect(rootWarnings("auto", 0)).toHaveLength(1);
    for (const [mode, uid] of [
      ["smart_approve", 0],
      ["plan", 0],
      ["auto", 1000],
      ["auto", undefined],
    ] as const)
      expect(rootWarnings(mode, uid)).toEqual([]);
  });

  it.skipIf(process.getuid?.() !== 0)("says so in a run", async () => {
    await using server = await anthropicServer([{ parts: [{ type: "text", text: "Fine." }] }]);
    await using skein = await skeinHome(server.url);
    const { stdout, stderr } = await skein.run(["run", "-t", "go", "--mode", "auto"]);
    expect(stdout).toBe("Fine.\n");
    expect(stderr).toContain("skein: You are root, and mode auto runs every tool unasked");
  });
});
