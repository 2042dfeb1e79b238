import type { AssistantPart } from "@skein/protocol";
import { anthropicServer } from "@skein/provider-conformance/servers";
import { describe, expect, it } from "vitest";
import { skeinHome } from "./skein.ts";

const ask: AssistantPart = {
  type: "tool-call",
  id: "t1",
  name: "ask_user",
  input: {
    questions: [{ question: "Which database?", options: ["Postgres", "SQLite"] }, { question: "Its name?" }],
  },
};
const done: AssistantPart = { type: "text", text: "Done." };

describe("a question of the model without a terminal", () => {
  it("ends the run with exit 7, and is answered by a command", async () => {
    await using server = await anthropicServer([{ parts: [ask] }, { parts: [done] }]);
    await using skein = await skeinHome(server.url);
    const left = await skein.here(["run", "-t", "go", "--with-builtin", "ask_user"]);
    expect(left.exitCode).toBe(7);
    expect(left.stderr).toContain("The model has a question, and no one is available to answer it.");
    expect(left.stderr).toContain("--reply TEXT --reply TEXT");
    const listed = await skein.here(["session", "answer"]);
    expect(listed.stdout).toContain("2  SQLite");
    expect(await skein.here(["session", "answer", "--reply", "2"])).toMatchObject({ exitCode: 2 });
    expect(await skein.here(["session", "answer", "--allow", "once"])).toMatchObject({ exitCode: 2 });
    const answered = await skein.here(["session", "answer", "--reply", "2", "--reply", "Heron"]);
    expect(answered).toMatchObject({ exitCode: 0 });
    expect(answered.stderr).toContain("Answered: Which database? · Its name?");
    expect(await skein.here(["resume", "--continue", "--with-builtin", "ask_user"])).toMatchObject({
      exitCode: 0,
    });
    expect(server.requests[1]?.bytes.toString()).toContain("Which database?\\nSQLite\\n\\nIts name?\\nHeron");
  });

  it("is no tool of a run that no one attends", async () => {
    await using server = await anthropicServer([{ parts: [done] }]);
    await using skein = await skeinHome(server.url);
    await skein.here(["run", "-t", "go"]);
    expect(server.requests[0]?.bytes.toString()).not.toContain("ask_user");
  });
});
