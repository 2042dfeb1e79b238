import type { AssistantPart, JsonValue } from "@skein/protocol";
import { describe, expect, it } from "vitest";
import { acpClient } from "./acp-client.ts";

const ask = (questions: JsonValue): AssistantPart => ({
  type: "tool-call",
  id: "c1",
  name: "ask_user",
  input: { questions },
});
const one = [{ question: "Which?", options: ["a", "b"] }];
const done: AssistantPart = { type: "text", text: "Done." };

describe("a question of the model in an editor", () => {
  it("is a form where the editor shows forms", async () => {
    await using acp = await acpClient(
      [
        [ask([...one, { question: "Checks?", options: ["x", "y"], multiple: true }, { question: "Name?" }])],
        [done],
      ],
      {
        clientCapabilities: { elicitation: { form: {} } },
        fillIn: () => ({ answer1: "b", answer2: ["x"], answer3: "Heron" }),
      },
    );
    await acp.prompt(await acp.newSession(), "go");
    const told = JSON.stringify(acp.model.requests[1]?.messages);
    expect(told).toContain("Which?\\nb\\n\\nChecks?\\nx\\n\\nName?\\nHeron");
  });

  it("is declined with the form", async () => {
    await using acp = await acpClient([[ask(one)], [done]], {
      clientCapabilities: { elicitation: { form: {} } },
    });
    await acp.prompt(await acp.newSession(), "go");
    expect(JSON.stringify(acp.model.requests[1]?.messages)).toContain("left unanswered");
  });

  it("is a choice in the permission dialog without forms; what that cannot ask the model asks in words", async () => {
    await using acp = await acpClient([[ask(one)], [ask([{ question: "Name?" }])], [done]], {
      permit: () => "1",
    });
    await acp.prompt(await acp.newSession(), "go");
    expect(acp.asked[0]?.options.map(({ name }) => name)).toEqual(["a", "b", "None of these"]);
    expect(JSON.stringify(acp.model.requests[1]?.messages)).toContain("Which?\\nb");
    expect(JSON.stringify(acp.model.requests[2]?.messages)).toContain("Ask it in words");
    expect(acp.asked).toHaveLength(1);
  });
});
