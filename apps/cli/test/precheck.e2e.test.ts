import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { stripVTControlCharacters } from "node:util";
import { anthropicServer } from "@skein/provider-conformance/servers";
import { temporaryFolder } from "@skein/test-kit";
import { describe, expect, it } from "vitest";
import { quietMs } from "@skein/terminal-chat/questions";
import { streamLine } from "@skein/session-transfer/schemas";
import { say } from "./replies.ts";
import { skeinHome } from "./skein.ts";
import { hasTerminal, skeinInTerminal, type InTerminal } from "./terminal.ts";

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
    expect(await skein.here(["run", "-t", "go", "-q"])).toMatchObject({ exitCode: 0, stdout: "Done.\n" });
    expect(server.requests[1]?.bytes.toString()).toContain("old_text is not in");
  });

  it.each([[[]], [["--mode", "approve"]]])("tells nothing of a guarded file (%j)", async (mode) => {
    await using server = await anthropicServer([edit(".env"), say("Done.")]);
    await using skein = await skeinHome(server.url);
    await writeFile(join(skein.home, ".env"), "apple pie\n");
    expect(await skein.here(["run", "-t", "go", "-q", ...mode])).toMatchObject({ exitCode: 0 });
    const sent = server.requests.map(({ bytes }) => bytes.toString()).join("\n");
    expect(sent).not.toContain("apple pie");
    expect(sent).toContain("developer__edit: allow");
  });
});

const lines = ["one", "two", "three", "four", "five", "six", ""].join("\n");
const change = { path: "notes.txt", old_text: "four", new_text: "4" };
/** The change as a person sees it, in one place. */
const inLines = /@@ line 4 @@\s+two\s+three\s+-four\s+\+4\s+five\s+six/g;
/** The same with numbers: in a box, and in what stays. */
const inBox = /│ +2 {2}two +│\s+│ +3 {2}three +│\s+│ +4 -four +│\s+│ +4 \+4 +│\s+│ +5 {2}five +│/g;
const inCard = /2 {2}two\s+3 {2}three\s+4 -four\s+4 \+4\s+5 {2}five\s+6 {2}six/g;

async function changing(): Promise<{ path: string } & AsyncDisposable> {
  const folder = await temporaryFolder();
  const turns = [{ calls: [{ name: "edit", input: change }] }, { text: "The end." }];
  await writeFile(join(folder.path, "notes.txt"), lines);
  await writeFile(join(folder.path, "model.json"), JSON.stringify({ turns }));
  return folder;
}

const scripted = ["--provider", "replay", "--model", "model.json"];
const isChanged = async (path: string) =>
  (await readFile(join(path, "notes.txt"), "utf8")) === lines.replace("four", "4");
const shown = (terminal: InTerminal, drawn: RegExp) =>
  stripVTControlCharacters(terminal.output()).match(drawn)?.length ?? 0;

describe.skipIf(!hasTerminal)("the question about an edit", () => {
  it("shows the diff with its line in skein run, before anything is changed", async () => {
    await using folder = await changing();
    await using terminal = skeinInTerminal(["run", "-t", "go", ...scripted], { cwd: folder.path });
    await terminal.shows("? edit: This call writes");
    await terminal.shows("[y]es");
    expect(shown(terminal, inLines)).toBe(1);
    expect(await isChanged(folder.path)).toBe(false);
    await setTimeout(quietMs + 200);
    terminal.type("y\r");
    await terminal.shows("The end.");
    expect(await isChanged(folder.path)).toBe(true);
  });

  it("shows it with its numbers in the chat: in the question's box, and in what stays when it was made", async () => {
    await using folder = await changing();
    await using terminal = skeinInTerminal(scripted, { cwd: folder.path });
    await terminal.shows("smart_approve");
    terminal.type("go\r");
    await terminal.shows("Yes, once");
    expect(shown(terminal, inBox)).toBe(1);
    expect(shown(terminal, inCard)).toBe(0);
    expect(await isChanged(folder.path)).toBe(false);
    await setTimeout(quietMs + 200);
    terminal.type("\r");
    await terminal.shows(/edit notes\.txt +\+1 −1/);
    await terminal.shows("The end.");
    expect(shown(terminal, inBox)).toBe(1);
    expect(shown(terminal, inCard)).toBe(1);
    expect(await isChanged(folder.path)).toBe(true);
  });
});

it("the question about an edit is in stream-json as its schema says", async () => {
  await using server = await anthropicServer([
    { parts: [{ type: "tool-call", id: "t1", name: "edit", input: change }] },
  ]);
  await using skein = await skeinHome(server.url);
  await writeFile(join(skein.home, "notes.txt"), lines);
  const ended = await skein.here(["run", "-t", "go", "--output-format", "stream-json"]);
  expect(ended.exitCode).toBe(7);
  const all = ended.stdout
    .trim()
    .split("\n")
    .map((line) => streamLine.parse(JSON.parse(line)));
  expect(all.find(({ type }) => type === "question")).toMatchObject({
    question: { preview: "@@ line 4 @@\n two\n three\n-four\n+4\n five\n six" },
  });
});
