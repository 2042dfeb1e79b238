import { existsSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { AssistantPart, JsonValue } from "@skein/protocol";
import { anthropicServer } from "@skein/provider-conformance/servers";
import { describe, expect, it } from "vitest";
import { say, shell } from "./replies.ts";
import { skeinHome } from "./skein.ts";

const head = "version: 1.0.0\ntitle: Note\ndescription: Writes a note.\nprompt: Write the note.\n";

const schema = `${head}response:
  json_schema:
    type: object
    properties: { title: { type: string, minLength: 5 }, pages: { type: integer } }
    required: [title, pages]
`;

const checks = `${head}retry:
  max_retries: 1
  checks:
    - { type: shell, command: test -f note.txt }
    - { type: shell, command: "echo looked; grep good note.txt" }
  on_failure: echo cleaned >> log.txt; rm -f note.txt
`;

interface Reply {
  readonly parts: readonly AssistantPart[];
}

function handOver(id: string, input: JsonValue): Reply {
  return { parts: [{ type: "tool-call", id, name: "final_output", input }] };
}

function write(id: string, words: string): Reply {
  return { parts: [shell(id, `echo ${words} > note.txt`)] };
}

/** Runs `skein run --recipe` without a terminal, its commands agreed to beforehand. */
async function ran(recipe: string, replies: readonly Reply[]) {
  await using server = await anthropicServer(replies);
  await using skein = await skeinHome(server.url);
  await writeFile(join(skein.home, "note.yaml"), recipe);
  await skein.here(["trust", "note.yaml"]);
  const flags = ["--mode", "auto", "--output-format", "json"];
  const { exitCode, stdout, stderr } = await skein.here(["run", "--recipe", "note.yaml", ...flags]);
  const there = ["note.txt", "log.txt"].filter((file) => existsSync(join(skein.home, file)));
  return { exitCode, stderr, result: JSON.parse(stdout) as object, asked: server.requests.length, there };
}

describe.concurrent("a recipe with a response schema", () => {
  it("is done when the model meets it at the third try", async () => {
    const { exitCode, result, asked } = await ran(schema, [
      say("Here is a note."),
      handOver("o1", { title: "Note", pages: "one" }),
      handOver("o2", { title: "A note", pages: 1 }),
    ]);
    expect(result).toMatchObject({
      type: "result",
      outcome: "done",
      exitCode: 0,
      turns: 3,
      output: { title: "A note", pages: 1 },
    });
    expect({ exitCode, asked }).toEqual({ exitCode: 0, asked: 3 });
  });

  it("ends with 6 when the model never meets it", async () => {
    const { exitCode, result } = await ran(
      schema,
      Array.from({ length: 12 }, (_, at) => handOver(`o${at}`, { title: "No", pages: at })),
    );
    expect(result).toMatchObject({
      outcome: "invalid-output",
      exitCode: 6,
      error: { code: "no-output", message: expect.stringContaining("final_output") as string },
    });
    expect(result).not.toHaveProperty("output");
    expect(exitCode).toBe(6);
  });
});

describe.concurrent("a recipe with checks", () => {
  it("is done when they pass at the second attempt", async () => {
    const { exitCode, result, asked, there } = await ran(checks, [
      write("s1", "bad"),
      say("Written."),
      write("s2", "good"),
      say("Written again."),
    ]);
    expect(result).toMatchObject({ outcome: "done", exitCode: 0, turns: 4, text: "Written again." });
    expect({ exitCode, asked, there }).toEqual({ exitCode: 0, asked: 4, there: ["note.txt", "log.txt"] });
  });

  it("ends with 6 and the end of the last check's output when they never pass", async () => {
    const { exitCode, result, there } = await ran(checks, [
      say("Written."),
      write("s1", "bad"),
      say("Written again."),
      say("Never said."),
    ]);
    expect(result).toMatchObject({
      outcome: "invalid-output",
      exitCode: 6,
      text: "Written again.",
      error: {
        message: expect.stringMatching(
          /Check 2 of 2 failed: echo looked[^]*exit code is 1[^]*looked/,
        ) as string,
      },
    });
    expect(exitCode).toBe(6);
    expect(there).toEqual(["note.txt", "log.txt"]);
  });
});
