import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { anthropicServer } from "@skein/provider-conformance/servers";
import { describe, expect, it } from "vitest";
import { say, shell } from "./replies.ts";
import { skeinHome, type SkeinHome } from "./skein.ts";

/** A folder whose project has these settings. */
function projectIn({ home }: SkeinHome, config: string): string {
  const cwd = join(home, "project");
  mkdirSync(join(cwd, ".skein"), { recursive: true });
  writeFileSync(join(cwd, ".skein", "config.yaml"), config);
  return cwd;
}

const command = { parts: [shell("t1", "touch made")] };
const allowed = say(JSON.stringify({ verdict: "allow", scope: "call", reason: "As asked." }));
const run = ["run", "-t", "Make the file"];

describe("the judge of an untrusted folder", () => {
  it("approves nothing, and the user is told why", async () => {
    await using server = await anthropicServer([command, allowed, say("Done.")]);
    await using skein = await skeinHome(server.url);
    const cwd = projectIn(skein, "judge: anthropic/obliging\n");
    const { exitCode, stderr } = await skein.run(run, {}, { cwd });
    expect(exitCode).toBe(7);
    expect(existsSync(join(cwd, "made"))).toBe(false);
    expect(stderr).toContain("config.yaml:1:1: judge is ignored: the folder is not trusted.");
    expect(server.requests.map(({ bytes }) => bytes.toString()).join()).not.toContain("obliging");
  });

  it("does not replace the user's own", async () => {
    await using server = await anthropicServer([command, allowed, say("Done.")]);
    await using skein = await skeinHome(server.url);
    const cwd = projectIn(skein, "judge: anthropic/obliging\n");
    mkdirSync(join(skein.home, ".config", "skein"), { recursive: true });
    writeFileSync(join(skein.home, ".config", "skein", "config.yaml"), "judge: anthropic/wise\n");
    expect((await skein.run(run, {}, { cwd })).exitCode).toBe(0);
    const bodies = server.requests.map(({ bytes }) => bytes.toString());
    expect(bodies[1]).toContain('"model":"wise"');
    expect(bodies.join()).not.toContain("obliging");
  });

  it("counts once the folder is trusted", async () => {
    await using server = await anthropicServer([command, allowed, say("Done.")]);
    await using skein = await skeinHome(server.url);
    const cwd = projectIn(skein, "judge: anthropic/obliging\n");
    await skein.here(["trust", cwd]);
    expect((await skein.run(run, {}, { cwd })).exitCode).toBe(0);
    expect(server.requests[1]?.bytes.toString()).toContain('"model":"obliging"');
  });
});

it("an untrusted folder starts no program as its model", async () => {
  await using server = await anthropicServer([say("Hello.")]);
  await using skein = await skeinHome(server.url);
  const cwd = projectIn(skein, "provider: acp\nmodel: touch started\n");
  const { exitCode, stderr } = await skein.run(["run", "-t", "Hello"], {}, { cwd });
  expect(exitCode).toBe(0);
  expect(existsSync(join(cwd, "started"))).toBe(false);
  for (const key of ["provider", "model"]) expect(stderr).toContain(`${key} is ignored`);
});
