import { rememberMemory, type MemoryScope } from "@skein/extensions-builtin/memory";
import { ConfigError } from "@skein/protocol";
import type { Machine } from "../machine.ts";
import { memoryFolders } from "./memory-folders.ts";

/** Where something can be remembered. */
export interface MemoryPlace {
  readonly scope: MemoryScope;
  readonly folder: string;
}

/** What the user has had remembered without naming a category. */
const category = "notes";
const mostBytes = 4_000;

export function memoryPlaces(machine: Machine, cwd: string): readonly MemoryPlace[] {
  const { user, project } = memoryFolders(machine, cwd);
  return (["user", "project"] as const).flatMap((scope) => {
    const [folder] = scope === "user" ? user : project;
    return folder === undefined ? [] : [{ scope, folder }];
  });
}

export interface ToRemember {
  readonly scope: MemoryScope;
  readonly text: string;
  readonly holdsSecret: (text: string) => boolean;
}

/** Appends to the notes of the user or of the project. Throws `ConfigError`. @returns the file. */
export async function rememberHere(
  machine: Machine,
  cwd: string,
  { scope, text, holdsSecret }: ToRemember,
): Promise<string> {
  if (Buffer.byteLength(text) > mostBytes) {
    throw new ConfigError("usage", `That is longer than ${mostBytes} bytes.`, {
      hint: "Say it in a sentence or two.",
    });
  }
  if (holdsSecret(text)) {
    throw new ConfigError("usage", "There is a secret in it, which every later session would send.", {
      hint: "Leave the secret out.",
    });
  }
  return rememberMemory(memoryFolders(machine, cwd), { category, scope }, { text, tags: [] });
}
