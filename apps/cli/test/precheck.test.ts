import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { anthropicServer } from "@skein/test-kit";
import { describe, expect, it } from "vitest";
import { say } from "./replies.ts";
import { skeinHome } from "./skein.ts";

const edit = (path: string) => ({
  parts: [
    {
      type: "tool-call",
      id: "t1",
      name: "edit",
      input: { path, old_text: "apple tree", new_text: "b" },
    } as const,
  ],
});

describe("an edit whose text is not in the file", () => {
  it("fails where no one could be asked, and the model goes on", async () => {
    await using server = await anthropicServer([edit("notes.txt"), say("Done.")]);
    await using skein = await skeinHome(server.url);
    await writeFile(join(skein.home, "notes.txt"), "apple pie\n");
    expect(await skein.run(["run", "-t", "go", "-q"])).toMatchObject({ exitCode: 0, stdout: "Done.\n" });
    expect(server.requests[1]?.bytes.toString()).toContain("old_text is not in");
  });

  it.each([[[]], [["--mode", "approve"]]])("tells nothing of a guarded file (%j)", async (mode) => {
    await using server = await anthropicServer([edit(".env"), say("Done.")]);
    await using skein = await skeinHome(server.url);
    await writeFile(join(skein.home, ".env"), "apple pie\n");
    expect(await skein.run(["run", "-t", "go", "-q", ...mode])).toMatchObject({ exitCode: 0 });
    const sent = server.requests.map(({ bytes }) => bytes.toString()).join("\n");
    expect(sent).not.toContain("apple pie");
    expect(sent).toContain("developer__edit: allow");
  });
});
