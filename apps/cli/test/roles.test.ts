import { anthropicServer } from "@skein/test-kit";
import { expect, it } from "vitest";
import { say } from "./replies.ts";
import { skeinHome } from "./skein.ts";

it("a lead and a planner answer when it is theirs, and a resumed session goes on with its own model", async () => {
  await using server = await anthropicServer(["one", "two", "three", "four"].map(say));
  await using skein = await skeinHome(server.url);
  const roles = { SKEIN_LEAD: "strong", SKEIN_LEAD_TURNS: "2", SKEIN_PLANNER: "thinker" };
  const run = ["run", "-t", "go", "--session-id", "s"];
  await skein.run([...run, "--model", "own"], roles); // the lead's first
  await skein.run([...run, "-r", "--model", "own", "--mode", "plan"], roles);
  await skein.run([...run, "-r", "--model", "own"], roles);
  await skein.run([...run, "-r"], roles);
  const asked = server.requests.map(({ bytes }) => (JSON.parse(bytes.toString()) as { model: string }).model);
  expect(asked).toEqual(["strong", "thinker", "own", "own"]);
});
