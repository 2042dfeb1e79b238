import { readdir } from "node:fs/promises";
import { join, relative, resolve } from "node:path";
import { homeFolder } from "@skein/platform/user";
import type { ProjectFiles, ProjectSymbols } from "@skein/extensions-builtin/mentions";
import { rankPaths, type Completion } from "@skein/terminal/screen";
import { cleanText } from "@skein/terminal";
import { loadMentions } from "../later.ts";

const mostFiles = 50;

/** What a word with `@` may become: a file, a folder, and behind `@#` a symbol. Rejects when the signal is aborted. */
export type MentionItems = (word: string, signal: AbortSignal) => Promise<readonly Completion[]>;

/** @param cwd - absolute. The project is listed, and code analyzed, when they are first asked for. */
export function mentionItems(cwd: string): MentionItems {
  let files: ProjectFiles | undefined;
  let symbols: ProjectSymbols | undefined;

  async function fuzzyItems(typed: string, signal: AbortSignal): Promise<readonly Completion[]> {
    const project = (files ??= (await loadMentions()).projectFiles(cwd));
    const ranked = await rankPaths(await project.paths(), typed, mostFiles, signal);
    return ranked.filter((path) => canBeShown(path) && project.isShown(path)).map(pathItem);
  }

  async function symbolItems(name: string, signal: AbortSignal): Promise<readonly Completion[]> {
    symbols ??= (await loadMentions()).projectSymbols(cwd);
    const found = await symbols.begunWith(name, signal);
    return found
      .filter((one) => canBeShown(one.path) && canBeShown(one.name))
      .map((one) => ({
        value: `${one.name} (${one.path}:${one.line}) `,
        label: one.name,
        description: `${one.kind} ${one.path}:${one.line}`,
      }));
  }

  return async (word, signal) => {
    if (word.startsWith("@#")) return symbolItems(word.slice(2), signal);
    const path = word.replace(/^@"?/, "");
    const isInFolder = path === "" || path.endsWith("/") || /^(?:~\/|\/|\.)/.test(path);
    const found = isInFolder ? [] : await fuzzyItems(path, signal);
    // What `.gitignore` leaves out can be named by its path all the same.
    return found.length > 0 ? found : await folderItems(path, cwd);
  };
}

/** The entries of one folder, for a path that is typed without `@`. */
export async function pathItems(path: string, cwd: string): Promise<readonly Completion[]> {
  const found = await entriesAt(path, cwd);
  return found
    .filter((one) => !/[\s"']/.test(one))
    .map((one) => ({ value: one.endsWith("/") ? one : `${one} `, label: lastName(one) }));
}

async function folderItems(path: string, cwd: string): Promise<readonly Completion[]> {
  const { projectFiles } = await loadMentions();
  const project = projectFiles(cwd);
  const found = await entriesAt(path, cwd);
  return found
    .filter((one) => one.startsWith("~/") || project.isShown(one))
    .map((one) => ({ ...pathItem(one), label: lastName(one) }));
}

/** @returns paths as they are typed, those of folders with a slash at the end. */
async function entriesAt(path: string, cwd: string): Promise<readonly string[]> {
  const folder = path.slice(0, path.lastIndexOf("/") + 1);
  const begun = path.slice(folder.length);
  const absolute = folder.startsWith("~/") ? join(homeFolder(), folder.slice(2)) : resolve(cwd, folder);
  const entries = await readdir(absolute, { withFileTypes: true }).catch(() => []);
  return entries
    .filter(({ name }) => name.toLowerCase().startsWith(begun.toLowerCase()))
    .filter(({ name }) => canBeShown(name))
    .filter(({ name }) => begun.startsWith(".") || !name.startsWith("."))
    .toSorted((one, other) => one.name.localeCompare(other.name))
    .slice(0, mostFiles)
    .map((entry) => `${folder}${entry.name}${entry.isDirectory() ? "/" : ""}`);
}

/** A file as a message names it, from the working folder where it is in it. @param path - absolute. */
export function fileMention(path: string, cwd: string): string {
  const near = relative(cwd, path);
  return mentionOf(near.startsWith("..") ? path : near);
}

/** A folder can be typed on; a path with blanks stands in quotes. */
function mentionOf(path: string): string {
  const isFolder = path.endsWith("/");
  return /\s/.test(path) ? `@"${path}${isFolder ? "" : '" '}` : `@${path}${isFolder ? "" : " "}`;
}

function pathItem(path: string): Completion {
  return { value: mentionOf(path), label: path };
}

/** Whether it can be written as it is, and named in a message. */
function canBeShown(name: string): boolean {
  return cleanText(name) === name && !/["'<>\n]/.test(name);
}

function lastName(path: string): string {
  return path.slice(path.lastIndexOf("/", path.length - 2) + 1);
}
