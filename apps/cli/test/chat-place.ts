import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { temporaryFolder } from "@skein/test-kit";
import { skeinInTmux, type InTmux } from "./tmux.ts";

export interface ChatPlace extends AsyncDisposable {
  readonly chat: InTmux;
  /** The working folder. */
  readonly path: string;
  /** Another chat there. */
  again(flags: readonly string[]): InTmux;
}

export interface ChatPlaceOptions {
  /** By path in the working folder. */
  readonly files?: Readonly<Record<string, string>>;
  readonly flags?: readonly string[];
  /** The user's `config.yaml`. */
  readonly config?: string;
  readonly env?: Readonly<Record<string, string>>;
  /** A folder of programs below the working folder, before those of the system. */
  readonly path?: string;
  /** Columns and rows. */
  readonly size?: readonly [columns: number, rows: number];
}

export const sizes: readonly (readonly [columns: number, rows: number])[] = [
  [80, 24],
  [200, 50],
];

/** A chat with a scripted model in a terminal of tmux. */
export async function chatPlace(
  turns: readonly Readonly<Record<string, unknown>>[],
  { files = {}, flags = [], env = {}, path: programs, config = "", size = [80, 24] }: ChatPlaceOptions = {},
): Promise<ChatPlace> {
  const folder = await temporaryFolder();
  const path = join(folder.path, "work");
  const all = { ...files, "model.json": JSON.stringify({ turns }), "../.config/skein/config.yaml": config };
  for (const [name, content] of Object.entries(all)) {
    await mkdir(join(path, name, ".."), { recursive: true });
    await writeFile(join(path, name), content);
  }
  const start = (more: readonly string[]) =>
    skeinInTmux(["--provider", "replay", "--model", "model.json", ...more], {
      cwd: path,
      env: {
        HOME: folder.path,
        ...(programs === undefined ? {} : { PATH: `${join(path, programs)}:${process.env["PATH"] ?? ""}` }),
        ...env,
      },
      size,
    });
  const chat = start(flags);
  return {
    chat,
    path,
    again: start,
    async [Symbol.asyncDispose]() {
      await chat[Symbol.asyncDispose]();
      await folder[Symbol.asyncDispose]();
    },
  };
}
