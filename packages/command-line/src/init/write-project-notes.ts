import { readdir, readFile, writeFile } from "node:fs/promises";
import { basename, join } from "node:path";
import { ConfigError, escapeName, oneLine } from "@skein/protocol";
import { readText } from "@skein/platform/text";
import { projectCommands, type ProjectCommand } from "./project-commands.ts";

export interface ProjectNotes {
  /** Absolute. */
  readonly path: string;
  readonly text: string;
  readonly commands: readonly ProjectCommand[];
}

const notesFile = "AGENTS.md";
const otherNotes = ["CLAUDE.md", ".goosehints", "GEMINI.md"];
const mostFolders = 20;

/**
 * Writes an `AGENTS.md` with what the files of a project say: its commands and folders. Nothing is run, and no model is
 * asked. Throws `ConfigError` when there is one.
 */
export async function writeProjectNotes(folder: string): Promise<ProjectNotes> {
  const path = join(folder, notesFile);
  const entries = await readdir(folder, { withFileTypes: true });
  const files = entries.filter((entry) => !entry.isDirectory()).map(({ name }) => name);
  const folders = entries
    .filter((entry) => entry.isDirectory() && isWorthNaming(entry.name))
    .map(({ name }) => name);
  const commands = await projectCommands(folder, files);
  const text = notesText({
    name: basename(folder),
    about: await firstSentence(folder, files),
    commands,
    folders: folders.toSorted().slice(0, mostFolders),
    others: otherNotes.filter((name) => files.includes(name)),
  });
  try {
    await writeFile(path, text, { flag: "wx" });
  } catch (error) {
    if (!(error instanceof Error && "code" in error && error.code === "EEXIST")) throw error;
    throw new ConfigError("usage", `${path} is there already, and is not overwritten.`, {
      hint: "Edit it, or remove it first.",
    });
  }
  return { path, text, commands };
}

interface NotesParts {
  readonly name: string;
  readonly about: string | undefined;
  readonly commands: readonly ProjectCommand[];
  readonly folders: readonly string[];
  /** Notes for other agents. */
  readonly others: readonly string[];
}

function notesText({ name, about, commands, folders, others }: NotesParts): string {
  const blocks = [
    `# ${escapeName(name)}`,
    about ?? "What this project is, in a sentence.",
    "## Commands",
    commands.length === 0
      ? "- build: \n- test: "
      : commands.map(({ purpose, command }) => `- ${purpose}: \`${command}\``).join("\n"),
    ...(folders.length === 0
      ? []
      : ["## Folders", folders.map((one) => `- \`${escapeName(one)}/\``).join("\n")]),
    "## Rules",
    [
      ...others.map((file) => `- See also @${file}`),
      "- What an agent cannot see from the code: conventions, what not to touch, how to check a change.",
    ].join("\n"),
  ];
  return `${blocks.join("\n\n")}\n`;
}

function isWorthNaming(name: string): boolean {
  return (
    !name.startsWith(".") &&
    !["node_modules", "target", "dist", "build", "vendor", "__pycache__"].includes(name)
  );
}

/** The first paragraph of the README that is prose. */
async function firstSentence(folder: string, files: readonly string[]): Promise<string | undefined> {
  const readme = files.find((name) => /^readme(\.(md|txt|rst))?$/i.test(name));
  if (readme === undefined) return undefined;
  const { text } = await readText(await readFile(join(folder, readme)).catch(() => Buffer.alloc(0)));
  const paragraph = text
    .split(/\n\s*\n/)
    .map(oneLine)
    .find((one) => /^[\p{L}*_`"]/u.test(one) && !one.startsWith("```"));
  const sentence =
    paragraph === undefined ? undefined : (/^.*?[.!?](?=\s|$)/.exec(paragraph)?.[0] ?? paragraph);
  return sentence === undefined || sentence.length > 300 ? undefined : escapeName(sentence);
}
