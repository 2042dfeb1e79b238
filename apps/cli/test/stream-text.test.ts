import { existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { anthropicServer } from "@skein/provider-conformance/servers";
import { describe, expect, it } from "vitest";
import { say, shell } from "./replies.ts";
import { skeinHome } from "./skein.ts";

describe("skein run --stream", () => {
  it("shows text in a pipe while the run goes on; without it the answer alone, at the end", async () => {
    const waits = "until [ -e go ]; do sleep 0.02; done";
    const replies = [{ parts: [...say("First I look.").parts, shell("t1", waits)] }, say("All is well.")];
    await using server = await anthropicServer([...replies, ...replies]);
    await using skein = await skeinHome(server.url);
    const run = ["run", "-t", "go", "--mode", "auto", "--no-session"];
    const streamed = skein.start([...run, "--stream"]);
    await streamed.shows("First I look.");
    expect(existsSync(join(skein.home, "go"))).toBe(false);
    writeFileSync(join(skein.home, "go"), "");
    expect(await streamed.ended).toMatchObject({ exitCode: 0, stdout: "First I look.\nAll is well.\n" });
    expect(await skein.here(run)).toMatchObject({ exitCode: 0, stdout: "All is well.\n" });
  });

  it("is refused for other formats", async () => {
    await using skein = await skeinHome();
    const refused = await skein.here(["run", "-t", "go", "--stream", "--output-format", "json"]);
    expect(refused).toMatchObject({ exitCode: 2 });
    expect(JSON.stringify(refused)).toContain("--stream is for text");
  });
});
