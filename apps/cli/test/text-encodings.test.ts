import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { escapeHidden, type AssistantPart, type JsonObject, type JsonValue } from "@skein/protocol";
import { anthropicServer } from "@skein/test-kit";
import { encodeText, type Encoding } from "@skein/text";
import { describe, expect, it } from "vitest";
import { say } from "./replies.ts";
import { skeinHome } from "./skein.ts";

interface Row {
  readonly name: string;
  readonly encoding: Encoding;
  readonly text: string;
  readonly isMarked?: boolean;
  readonly isGuess?: boolean;
}

const russian = "Ошибка при чтении файла конфигурации";
const japanese = "設定ファイルの読み込みに失敗しました";
const rows: readonly Row[] = [
  { name: "UTF-8", encoding: "utf-8", text: "Größe – ✓ 日本" },
  { name: "UTF-8 with a mark", encoding: "utf-8", text: "Größe – ✓ 日本", isMarked: true },
  { name: "UTF-16LE with a mark", encoding: "utf-16le", text: "Größe – ✓ 日本", isMarked: true },
  { name: "UTF-16BE with a mark", encoding: "utf-16be", text: "Größe – ✓ 日本", isMarked: true },
  { name: "UTF-16LE", encoding: "utf-16le", text: "Größe, without a mark" },
  { name: "UTF-16BE", encoding: "utf-16be", text: "Größe, without a mark" },
  { name: "UTF-32LE with a mark", encoding: "utf-32le", text: "Größe – ✓ 日本", isMarked: true },
  { name: "UTF-32BE with a mark", encoding: "utf-32be", text: "Größe – ✓ 日本", isMarked: true },
  { name: "UTF-32LE", encoding: "utf-32le", text: "Größe – ✓ 日本, without a mark" },
  { name: "UTF-32BE", encoding: "utf-32be", text: "Größe – ✓ 日本, without a mark" },
  { name: "windows-1252", encoding: "windows-1252", text: "Größe der “Datei” – naïve façade", isGuess: true },
  { name: "windows-1251", encoding: "windows-1251", text: russian, isGuess: true },
  { name: "KOI8-R", encoding: "koi8-r", text: russian, isGuess: true },
  { name: "Shift_JIS", encoding: "shift_jis", text: japanese, isGuess: true },
  { name: "EUC-JP", encoding: "euc-jp", text: japanese, isGuess: true },
  { name: "ISO-2022-JP", encoding: "iso-2022-jp", text: japanese, isGuess: true },
  {
    name: "GB18030",
    encoding: "gb18030",
    text: "读取配置文件失败，因为它不是文件。请检查路径是否正确，然后再试一次。",
    isGuess: true,
  },
  {
    name: "Big5",
    encoding: "big5",
    text: "讀取設定檔失敗，因為它不是檔案。請檢查路徑是否正確，然後再試一次。",
    isGuess: true,
  },
  { name: "EUC-KR", encoding: "euc-kr", text: "설정 파일을 읽지 못했습니다", isGuess: true },
];

function bytesOf(content: string, { encoding, isMarked }: Row): Buffer {
  const encoded = encodeText(`${isMarked ? "\uFEFF" : ""}${content}`, encoding);
  if ("missing" in encoded) throw new Error(`${encoding} has no code for ${encoded.missing}`);
  return encoded.bytes;
}

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

/** What the model calls in its first replies. */
function callsFor(row: Row): readonly (readonly AssistantPart[])[] {
  return [
    [
      call("r", "read", { path: "read.txt" }),
      call("e", "read", { path: "edit.txt" }),
      call("w", "read", { path: "write.txt" }),
      call("f", "search", { pattern: `search: ${row.text.slice(0, 4)}`, glob: "search.txt" }),
      call("s", "shell", { command: "cat shell.txt" }),
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
  const write = (name: string, content: string) =>
    writeFileSync(join(skein.home, name), bytesOf(content, row));
  for (const place of ["read", "search", "edit", "write", "shell", "attachment", "task", "AGENTS"])
    write(`${place}${place === "AGENTS" ? ".md" : ".txt"}`, `${place}: ${row.text}\r\nsecond\r\n`);
  write("recipe.yaml", `title: T\ndescription: D\nprompt: "recipe: ${row.text}"\n`);
  const env = { ANTHROPIC_BASE_URL: server.url };
  const input = bytesOf(`stdin: ${row.text}\n`, row);
  const first = await skein.here(
    ["run", "--mode", "auto", "-t", "See @attachment.txt", "-i", "task.txt"],
    env,
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
  it.each(["read", "search", "shell", "attachment", "task", "stdin", "AGENTS", "recipe"])(
    "is what the model reads: %s",
    async (place) => {
      expect((await meetOnce(row)).sent).toContain(`${place}: ${row.text}`);
    },
  );

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

  it.each(["-i: task.txt", "Standard input", "AGENTS.md", "The text"])(
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
