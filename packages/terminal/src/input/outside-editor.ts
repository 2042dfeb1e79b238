import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { inheritedVariables } from "@skein/platform/variables";
import { ConfigError } from "@skein/protocol";
import { decodeInput } from "./read-text.ts";

type Environment = Readonly<Record<string, string | undefined>>;

/** Edits a text in what VISUAL or EDITOR names, which may have arguments; `undefined` when neither is set. */
export function editorOf(env: Environment): ((text: string) => Promise<string>) | undefined {
  const editor = editorNamed(env);
  return editor === undefined ? undefined : (text) => editedIn(editor, text);
}

function editorNamed({ VISUAL, EDITOR }: Environment): string | undefined {
  return [VISUAL, EDITOR].find((named) => (named ?? "").trim() !== "");
}

/** Edits a file there. Throws `ConfigError` where no editor is named. @returns its exit code; `null` after a signal. */
export function editFile(env: Environment, file: string): Promise<number | null> {
  const editor = editorNamed(env);
  if (editor !== undefined) return runEditor(editor, file);
  throw new ConfigError("usage", "Neither VISUAL nor EDITOR names an editor.", {
    hint: `Edit ${file} yourself.`,
  });
}

async function runEditor(editor: string, file: string): Promise<number | null> {
  const child = spawn("/bin/sh", ["-c", `${editor} "$1"`, "sh", file], {
    stdio: "inherit",
    env: inheritedVariables("user"),
  });
  const [code] = (await once(child, "close")) as [number | null];
  return code;
}

/** Throws `ConfigError` when the editor fails: then the text stays as it is. */
async function editedIn(editor: string, text: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "skein-prompt-"));
  try {
    const file = join(folder, "prompt.md");
    await writeFile(file, text, { mode: 0o600 });
    const code = await runEditor(editor, file);
    if (code === 0) return await decodeInput(await readFile(file), file, () => undefined);
    throw new ConfigError("usage", `The editor "${editor}" ended with exit code ${code}.`, {
      hint: "The prompt is as it was. Set VISUAL or EDITOR to another editor.",
    });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
