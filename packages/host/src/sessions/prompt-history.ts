import { appendFile, chmod, readFile, rename, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { Redactor } from "@skein/protocol";
import { ensurePrivateFolder } from "@skein/settings";

/** Prompts that are kept. */
const mostKept = 1000;
/** The file may grow to this many lines before it is shortened. */
const mostLines = 1500;
/** A prompt that is longer is not kept. */
const longestKept = 20_000;

/** What was typed before, in all chats of this user; the newest first. */
export interface PromptHistory {
  readonly prompts: readonly string[];
  add(prompt: string): void;
  /** Resolves when all is written. Never rejects: a history that cannot be written is no reason to stop a chat. */
  saved(): Promise<void>;
}

/**
 * Kept in Skein's state folder, one JSON string a line, readable by the owner alone. Lines that cannot be read are left
 * out. Chats that run at the same time append to one file.
 *
 * @param openRedactor - called once, before the first prompt is written. Secrets are only in the memory of this chat; when
 *   it rejects, nothing is written.
 */
export async function openPromptHistory(
  stateFolder: string,
  openRedactor: () => Promise<Pick<Redactor, "redact">>,
): Promise<PromptHistory> {
  const file = join(stateFolder, "prompts.jsonl");
  const lines = (await readFile(file, "utf8").catch(() => "")).split("\n").filter((line) => line !== "");
  const prompts = withoutRepeats(lines.flatMap(promptOf)).slice(-mostKept).toReversed();
  if (lines.length > mostLines) await shorten(file, prompts).catch(() => undefined);
  let saving = Promise.resolve();
  let opening: ReturnType<typeof openRedactor> | undefined;

  async function save(prompt: string): Promise<void> {
    const redactor = await (opening ??= openRedactor());
    await append(file, redactor.redact(prompt));
  }

  return {
    prompts,
    add(prompt) {
      if (prompt.trim() === "" || prompt.length > longestKept || prompts[0] === prompt) return;
      prompts.unshift(prompt);
      prompts.length = Math.min(prompts.length, mostKept);
      saving = saving.then(() => save(prompt)).catch(() => undefined);
    },
    saved: () => saving,
  };
}

async function append(file: string, prompt: string): Promise<void> {
  await ensurePrivateFolder(dirname(file));
  await appendFile(file, `${JSON.stringify(prompt)}\n`, { mode: 0o600 });
  await chmod(file, 0o600);
}

async function shorten(file: string, prompts: readonly string[]): Promise<void> {
  const next = `${file}.${process.pid}`;
  const lines = prompts.toReversed().map((prompt) => `${JSON.stringify(prompt)}\n`);
  await writeFile(next, lines.join(""), { mode: 0o600 });
  await rename(next, file);
}

function promptOf(line: string): string[] {
  try {
    const prompt: unknown = JSON.parse(line);
    return typeof prompt === "string" ? [prompt] : [];
  } catch {
    return [];
  }
}

function withoutRepeats(prompts: readonly string[]): string[] {
  return prompts.filter((prompt, at) => prompt !== prompts[at - 1]);
}
