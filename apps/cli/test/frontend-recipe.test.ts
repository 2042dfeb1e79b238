import { anthropicServer, type AnthropicReply } from "@skein/provider-conformance/servers";
import { expect, it } from "vitest";
import { importHome } from "./import-home.ts";

const recipe = `title: Look
description: Looks at the screen.
prompt: What is on the screen?
extensions:
  - type: frontend
    name: screen
    description: The user's screen.
    tools: [{ name: look, description: Looks., inputSchema: { type: object, properties: { at: { type: string } } } }]
`;
const reply: AnthropicReply = {
  parts: [{ type: "tool-call", id: "c1", name: "look", input: { at: "the top" } }],
};

it("a recipe's frontend tool leaves its call open where no app and no one is there", async () => {
  await using server = await anthropicServer([reply]);
  await using skein = await importHome({ "look.yaml": recipe });
  const env = { ANTHROPIC_BASE_URL: server.url };
  const left = await skein.here(["run", "--recipe", "look.yaml", "--mode", "auto", "--no-stdin"], env);
  expect(left).toMatchObject({ exitCode: 7 });
  expect(left.stderr).toContain("The tools of the extension screen run in an app");
  expect(left.stderr).toContain("no app is connected to run it");

  const open = await skein.here(["session", "answer", "--json"], env);
  expect(JSON.parse(open.stdout)).toMatchObject({
    questions: [{ kind: "clarification", frontend: { tool: "look", input: { at: "the top" } } }],
  });
  expect(open.stdout).toContain("What is the result?");
});
