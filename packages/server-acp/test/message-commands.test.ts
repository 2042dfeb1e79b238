import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { acpClient } from "./acp-client.ts";

describe("a skill in an editor", () => {
  it("is a command that the client is told of, and its message when it is typed", async () => {
    await using acp = await acpClient([[{ type: "text", text: "One." }], [{ type: "text", text: "Two." }]]);
    const folder = join(acp.folder, ".agents/skills/notes");
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, "SKILL.md"), "---\nname: notes\ndescription: Release notes.\n---\nDo it.\n");
    const session = await acp.newSession();
    const told = await acp.until(({ sessionUpdate }) => sessionUpdate === "available_commands_update");
    expect(told).toMatchObject({ availableCommands: [{ name: "notes", description: "Release notes." }] });
    await acp.prompt(session, "/notes for 2.1");
    await acp.prompt(session, "/etc/hosts is a path");
    const said = JSON.stringify(acp.model.requests[1]?.messages);
    expect(said).toContain("Use the skill notes.\\n\\nfor 2.1");
    expect(said).toContain("/etc/hosts is a path");
  });
});
