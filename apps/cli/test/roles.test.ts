import { anthropicServer } from "@skein/provider-conformance/servers";
import { expect, it } from "vitest";
import { say } from "./replies.ts";
import { skeinHome } from "./skein.ts";

it("a lead and a planner answer when it is theirs, and a resumed session keeps its own model", async () => {
  await using server = await anthropicServer(["one", "two", "three", "four"].map(say));
  await using skein = await skeinHome(server.url);
  const roles = { SKEIN_LEAD: "strong", SKEIN_LEAD_TURNS: "2", SKEIN_PLANNER: "thinker" };
  const run = ["run", "-t", "go", "--session-id", "s"];
  await skein.here([...run, "--model", "own"], roles); // the lead's first
  await skein.here([...run, "-r", "--model", "own", "--mode", "plan"], roles);
  await skein.here([...run, "-r", "--model", "own"], roles);
  await skein.here([...run, "-r"], roles);
  const asked = server.requests.map(({ bytes }) => (JSON.parse(bytes.toString()) as { model: string }).model);
  expect(asked).toEqual(["strong", "thinker", "own", "own"]);
});

it("the banner, the first line of stream-json and info name who answers, not who is set as the model", async () => {
  await using server = await anthropicServer(() => say("Well."));
  await using skein = await skeinHome(server.url);
  const roles = { SKEIN_LEAD: "strong", SKEIN_LEAD_TURNS: "1", SKEIN_PLANNER: "thinker" };
  const run = (...more: string[]) => skein.here(["run", "-t", "go", "--model", "own", ...more], roles);
  expect((await run("--session-id", "s")).stderr).toContain("anthropic strong (lead)");
  expect((await run("--session-id", "s", "-r")).stderr).toContain("anthropic own ·");
  expect((await run("--mode", "plan")).stderr).toContain("anthropic thinker (planner)");
  const lines = (await run("--output-format", "stream-json")).lines();
  expect(lines[0]).toMatchObject({ type: "init", provider: "anthropic", model: "strong" });
  expect(lines.at(-1)).toMatchObject({ type: "result", provider: "anthropic", model: "strong" });
  const info = await skein.here(["info", "--json"], { ...roles, SKEIN_MODEL: "own" });
  expect(JSON.parse(info.stdout)).toMatchObject({
    answers: { provider: "anthropic", model: "strong", role: "lead" },
  });
  const text = await skein.here(["info"], { ...roles, SKEIN_MODEL: "own", SKEIN_MODE: "plan" });
  expect(text.stdout).toContain("answers  anthropic thinker (planner)");
});
