import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { escapeHidden, type AssistantPart, type JsonObject, type JsonValue } from "@skein/protocol";
import { anthropicServer } from "@skein/provider-conformance/servers";
import { describe, expect, it } from "vitest";
import { bytesOf, rows, type Row } from "./encoding-rows.ts";
import { say } from "./replies.ts";
import { skeinHome } from "./skein.ts";

interface Seen {
  /** All requests to the model. */
  readonly sent: string;
  readonly stderr: string;
  readonly edited: Buffer;
  readonly written: Buffer;
}

const call = (id: string, name: string, input: JsonObject): AssistantPart => ({
  type: "tool-call",
  id,
  name,
  input,
});

/** Stands in an env file. */
const secret = "q7Vx2LmZ9rTb4KdWs8Pj3HnYc6Gf";

/** Files that say how Skein works, by their paths. */
const instructions = (text: string): Readonly<Record<string, string>> => ({
  ".skein/agents/helper.md": `---\ndescription: helps\n---\nagent: ${text}\n`,
  ".skein/output-styles/short.md": `---\ndescription: short\n---\nstyle: ${text}\n`,
  ".agents/skills/tidy/SKILL.md": `---\nname: tidy\ndescription: tidies\n---\nskill: ${text}\n`,
  ".config/skein/memory/build.md": `memory: ${text}\n`,
  ".skeinignore": `# ${text}\n/ignored.txt\n`,
  ".env": `# ${text}\nDEPLOY_TOKEN=${secret}\n`,
});

/** What the model calls in its first replies. */
function callsFor(row: Row): readonly (readonly AssistantPart[])[] {
  return [
    [
      call("r", "read", { path: "read.txt" }),
      call("e", "read", { path: "edit.txt" }),
      call("w", "read", { path: "write.txt" }),
      call("f", "search", { pattern: `search: ${row.text.slice(0, 4)}`, glob: "search.txt" }),
      call("s", "shell", { command: "cat shell.txt" }),
      call("i", "read", { path: "ignored.txt" }),
      call("v", "shell", { command: `printf '%s' ${secret.slice(0, 20)}; printf '%s' ${secret.slice(20)}` }),
      call("l", "skill", { name: "tidy" }),
      call("m", "look_up_memory", { category: "build" }),
    ],
    [
      call("x", "edit", {
        path: "edit.txt",
        old_text: `edit: ${row.text}\nsecond`,
        new_text: `edit! ${row.text}\nsecond`,
      }),
      call("y", "write", { path: "write.txt", content: `write! ${row.text}\nsecond\n` }),
    ],
  ];
}

/** One run that meets a text at every place where text comes in. */
async function meet(row: Row): Promise<Seen> {
  const turns = callsFor(row);
  await using skein = await skeinHome();
  await using server = await anthropicServer([
    ...turns.map((parts) => ({ parts })),
    say("Done."),
    say("Done."),
  ]);
  const write = (name: string, content: string) => {
    mkdirSync(dirname(join(skein.home, name)), { recursive: true });
    writeFileSync(join(skein.home, name), bytesOf(content, row));
  };
  for (const place of ["read", "search", "edit", "write", "shell", "attachment", "task", "AGENTS"])
    write(`${place}${place === "AGENTS" ? ".md" : ".txt"}`, `${place}: ${row.text}\r\nsecond\r\n`);
  for (const [name, content] of Object.entries(instructions(row.text))) write(name, content);
  writeFileSync(join(skein.home, "ignored.txt"), "never shown");
  write("recipe.yaml", `title: T\ndescription: D\nprompt: "recipe: ${row.text}"\n`);
  const env = { ANTHROPIC_BASE_URL: server.url };
  const input = bytesOf(`stdin: ${row.text}\n`, row);
  const first = await skein.here(
    [
      "run",
      "--mode",
      "auto",
      "--agent",
      "helper",
      "--with-builtin",
      "memory",
      "-t",
      "See @attachment.txt",
      "-i",
      "task.txt",
    ],
    { ...env, SKEIN_OUTPUT_STYLE: "short" },
  );
  const second = await skein.here(["run", "--mode", "auto", "--recipe", "recipe.yaml", "-i", "-"], env, {
    input,
  });
  expect([first, second]).toMatchObject([{ exitCode: 0 }, { exitCode: 0 }]);
  const validated = await skein.here(["recipe", "validate", "recipe.yaml"], env);
  const texts: string[] = [];
  for (const { bytes } of server.requests) collectTexts(JSON.parse(bytes.toString()) as JsonValue, texts);
  return {
    sent: texts.join("\n"),
    stderr: first.stderr + second.stderr + validated.stdout + validated.stderr,
    edited: readFileSync(join(skein.home, "edit.txt")),
    written: readFileSync(join(skein.home, "write.txt")),
  };
}

function collectTexts(value: JsonValue, texts: string[]): void {
  if (typeof value === "string") texts.push(value);
  else if (Array.isArray(value)) for (const item of value) collectTexts(item, texts);
  else if (typeof value === "object" && value !== null)
    for (const item of Object.values(value)) collectTexts(item, texts);
}

const runs = new Map<Row, Promise<Seen>>();

/** The same for all tests of a row. */
function meetOnce(row: Row): Promise<Seen> {
  const run = runs.get(row) ?? meet(row);
  runs.set(row, run);
  return run;
}

describe.each(rows)("text in $name", (row) => {
  it.each([
    "read",
    "search",
    "shell",
    "attachment",
    "task",
    "stdin",
    "AGENTS",
    "recipe",
    "agent",
    "style",
    "skill",
    "memory",
  ])("is what the model reads: %s", async (place) => {
    expect((await meetOnce(row)).sent).toContain(`${place}: ${row.text}`);
  });

  it("keeps from the model what an ignore file names", async () => {
    const { sent } = await meetOnce(row);
    expect(sent).toContain(".skeinignore");
    expect(sent).not.toContain("never shown");
  });

  it("keeps from the model what an env file holds", async () => {
    expect((await meetOnce(row)).sent).not.toContain(secret);
  });

  it("has no mark and no replacement character anywhere", async () => {
    const { sent } = await meetOnce(row);
    expect(sent).not.toMatch(/\uFEFF|\uFFFD|\\u\{feff\}/);
    expect(escapeHidden(sent)).toBe(sent);
  });

  it.each(["edit", "write"] as const)("stays in its encoding: %s", async (place) => {
    const { edited, written } = await meetOnce(row);
    const file = place === "edit" ? edited : written;
    expect(file.toString("hex")).toBe(bytesOf(`${place}! ${row.text}\r\nsecond\r\n`, row).toString("hex"));
  });
});

describe.each(rows.filter(({ isGuess }) => isGuess))("the guess of $name", (row) => {
  it.each([
    ["read", `${row.encoding} is a guess`],
    ["search", `search.txt was searched as ${row.encoding}, which is a guess`],
    ["edit", `(${row.encoding} is a guess)`],
    ["shell", `The output was read as ${row.encoding}, which is a guess`],
    ["attachment", `attachment.txt was read as ${row.encoding}, which is a guess`],
  ])("is named to the model: %s", async (_, sentence) => {
    expect((await meetOnce(row)).sent).toContain(sentence);
  });

  it.each(["-i: task.txt", "Standard input", "AGENTS.md", "The text", "short.md", "helper.md:1: it"])(
    "is named to the user: %s",
    async (source) => {
      expect((await meetOnce(row)).stderr).toContain(
        `${source} is not UTF-8: read as ${row.encoding}, which is a guess`,
      );
    },
  );
});

it.each(rows.filter(({ isGuess }) => !isGuess))("$name is no guess", async (row) => {
  const { sent, stderr } = await meetOnce(row);
  expect(sent + stderr).not.toContain("guess");
});
