import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { anthropicServer } from "@skein/test-kit";
import { describe, expect, it } from "vitest";
import { skeinHome } from "./skein.ts";

describe("time limits", () => {
  it("--max-time covers a server that hangs in its greeting: exit 4, and the model is never asked", async () => {
    await using server = await anthropicServer([]);
    await using skein = await skeinHome(server.url);
    const hangs = join(skein.home, "hangs.mjs");
    await writeFile(hangs, "process.on('SIGTERM', () => {});\nsetInterval(() => {}, 1000);\n");
    const before = performance.now();
    const limited = ["--max-time", "2s", "--with-extension", `${process.execPath} ${hangs}`];
    const { exitCode, stderr } = await skein.run(["run", "-t", "go", ...limited]);
    expect({ exitCode, requests: server.requests.length }).toEqual({ exitCode: 4, requests: 0 });
    expect(stderr).toContain("The time limit of 2 s was reached");
    // The greeting alone may take ten seconds.
    expect(performance.now() - before).toBeLessThan(9_000);
  });

  it("a Retry-After of days ends an unattended run as provider, and says until when", async () => {
    const body = { type: "error", error: { type: "rate_limit_error", message: "Slow down." } };
    const refused = { status: 429, headers: { "retry-after": "172800" }, body };
    await using server = await anthropicServer([refused, refused]);
    await using skein = await skeinHome(server.url);
    const { exitCode, stderr } = await skein.run(["run", "-t", "go"]);
    expect({ exitCode, requests: server.requests.length }).toEqual({ exitCode: 3, requests: 1 });
    const inTwoDays = new Date(Date.now() + 172_800_000).toISOString().slice(0, 10);
    expect(stderr).toContain(`The provider asks to wait until ${inTwoDays}`);
  });
});
