import { fileURLToPath } from "node:url";
import type { AssistantPart } from "@skein/protocol";
import { anthropicServer } from "@skein/provider-conformance/servers";
import { describe, expect, it } from "vitest";
import { skeinHome } from "./skein.ts";

const bad = fileURLToPath(new URL("../../../tools/campaigns/mcp-servers/bad-server.ts", import.meta.url));
const withServer = (mode: string) => ["--with-extension", `${process.execPath} ${bad} '${mode}'`];
const work: AssistantPart = { type: "tool-call", id: "t1", name: "bad-server__work", input: {} };
const callsWork = { parts: [work] };

describe("time limits", () => {
  it.concurrent.each([
    ["never greets", 0],
    ["greets somebody else", 0],
    ["never lists", 0],
    ["never answers", 1],
  ])("--max-time covers a server that %s: exit 4", async (mode, requests) => {
    await using server = await anthropicServer([callsWork, callsWork]);
    await using skein = await skeinHome(server.url);
    const before = performance.now();
    // Where the model is asked first, a busy machine may need some seconds to come so far.
    const limited = ["--max-time", requests === 0 ? "2s" : "15s", ...withServer(mode)];
    const { exitCode, stderr } = await skein.run(["run", "-t", "go", "--mode", "auto", ...limited]);
    expect({ exitCode, requests: server.requests.length }).toEqual({ exitCode: 4, requests });
    expect(stderr).toMatch(/The time limit of \d+ s was reached/);
    // A call alone may take five minutes; a greeting that takes too long does not end the run.
    expect(performance.now() - before).toBeLessThan(100_000);
  });

  it.concurrent("a server that will not go does not delay the end, and leaves nothing", async () => {
    await using server = await anthropicServer([callsWork, { parts: [{ type: "text", text: "Seen." }] }]);
    await using skein = await skeinHome(server.url);
    const args = ["run", "-t", "go", "--mode", "auto", "--max-time", "50s", ...withServer("will not go")];
    expect(await skein.run(args)).toMatchObject({ exitCode: 0, stdout: "Seen.\n" });
  });

  it("a Retry-After of days ends an unattended run as provider, and says until when", async () => {
    const body = { type: "error", error: { type: "rate_limit_error", message: "Slow down." } };
    const refused = { status: 429, headers: { "retry-after": "172800" }, body };
    await using server = await anthropicServer([refused, refused]);
    await using skein = await skeinHome(server.url);
    const { exitCode, stderr } = await skein.run(["run", "-t", "go"]);
    expect({ exitCode, requests: server.requests.length }).toEqual({ exitCode: 3, requests: 1 });
    const inTwoDays = new Date(Date.now() + 172_800_000).toISOString().slice(0, 10);
    expect(stderr).toContain(`The provider asks for a retry after ${inTwoDays}`);
  });
});
