import { existsSync } from "node:fs";
import { join } from "node:path";
import { anthropicServer } from "@skein/provider-conformance/servers";
import { expect, it } from "vitest";
import { say, shell } from "./replies.ts";
import { skeinHome } from "./skein.ts";

const judged = (verdict: string) => say(JSON.stringify({ verdict, scope: "call", reason: "As asked." }));

it.each([
  ["allow", 0, true],
  ["ask", 7, false],
] as const)(
  "a judge that says %s ends a run without anyone to ask with %i",
  async (verdict, code, isMade) => {
    const replies = [{ parts: [shell("t1", "touch made")] }, judged(verdict), say("Done.")];
    await using server = await anthropicServer(replies);
    await using skein = await skeinHome(server.url);
    const run = ["run", "-t", "Make the file", "--session-id", "s"];
    expect((await skein.here(run, { SKEIN_JUDGE: "wise" })).exitCode).toBe(code);
    expect(existsSync(join(skein.home, "made"))).toBe(isMade);
    const bodies = server.requests.map(({ bytes }) => bytes.toString());
    expect((JSON.parse(bodies[1] ?? "{}") as { model: string }).model).toBe("wise");
    expect(bodies[1]).toContain("touch made");
    expect(bodies[1]).toContain("Make the file");
  },
);
