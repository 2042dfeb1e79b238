import { anthropicServer, openaiChatServer } from "@skein/provider-conformance/servers";
import { describe, expect, it } from "vitest";
import { say, shell } from "./replies.ts";
import { skeinHome, type SkeinHome } from "./skein.ts";

const isTitle = (body: Buffer): boolean => body.toString().includes("You name conversations");

async function nameOf(skein: SkeinHome): Promise<unknown> {
  const { stdout } = await skein.here(["session", "show", "one", "--json"]);
  return (JSON.parse(stdout) as { name: unknown }).name;
}

/** The run goes on for as long as a title takes. */
const run = ["run", "-t", "count the herons", "--session-id", "one", "--mode", "auto"];
const work = { parts: [shell("t1", "sleep 1")] };

describe.concurrent("fast", () => {
  it("is the model that names a session, of the provider that answers", async () => {
    await using server = await anthropicServer(({ bytes }) =>
      isTitle(bytes) ? say("Heron count") : bytes.includes("tool_result") ? say("Two.") : work,
    );
    await using skein = await skeinHome(server.url);
    expect((await skein.here(run, { SKEIN_FAST: "tiny/model" })).exitCode).toBe(0);
    const [title] = server.requests.filter(({ bytes }) => isTitle(bytes));
    expect(JSON.parse(title?.bytes.toString() ?? "")).toMatchObject({ model: "tiny/model" });
    expect(await nameOf(skein)).toBe("Heron count");
  });

  it("may be of another provider", async () => {
    await using titles = await openaiChatServer([say("Heron count")]);
    await using server = await anthropicServer([work, say("Two.")]);
    await using skein = await skeinHome(server.url);
    const openai = { OPENAI_API_KEY: "sk-test-0123456789abcdef", OPENAI_BASE_URL: titles.url };
    expect((await skein.here(run, { SKEIN_FAST: "openai/tiny", ...openai })).exitCode).toBe(0);
    expect(JSON.parse(titles.requests[0]?.bytes.toString() ?? "")).toMatchObject({ model: "tiny" });
    expect(await nameOf(skein)).toBe("Heron count");
  });

  it("is asked for no name where it is not set, or the session has one: the task names it", async () => {
    await using server = await anthropicServer([work, say("Two."), work, say("Two.")]);
    await using skein = await skeinHome(server.url);
    await skein.here(run);
    expect(await nameOf(skein)).toBe("count the herons");
    expect((await skein.here(["session", "list"])).stdout).toContain("count the herons");
    const named = run.map((word) => (word === "one" ? "two" : word));
    await skein.here([...named, "--name", "mine"], { SKEIN_FAST: "tiny" });
    expect(server.requests).toHaveLength(4);
    expect(server.requests.filter(({ bytes }) => isTitle(bytes))).toEqual([]);
  });
});
