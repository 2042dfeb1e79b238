import { defineExtension, defineTool, type ToolReturn } from "@skein/extension-kit";
import { messageOf, type Extension, type Tool } from "@skein/protocol";
import { fields, flag, optional, text } from "../fields.ts";
import { memoryIndex, memoryText } from "./memory-index.ts";
import {
  forget,
  isCategory,
  mostEntryBytes,
  readMemories,
  remember,
  type MemoryFile,
  type MemoryFolders,
} from "./memory-store.ts";
import { memoryPrompts } from "./prompts.ts";

export interface MemoryOptions {
  readonly folders: MemoryFolders;
  /** What is remembered at the start, for the system prompt: see `readMemories`. */
  readonly known: readonly MemoryFile[];
  /** Whether a text has a known secret in it. Default: it does not. */
  readonly holdsSecret?: (text: string) => boolean;
}

/** What lasts longer than a session: an index in the system prompt, and tools to remember, forget and look up. */
export function memory({ folders, known, holdsSecret = () => false }: MemoryOptions): Extension {
  const hasProject = known.some(({ scope }) => scope === "project");
  return defineExtension({
    name: "memory",
    description: "Remembers across sessions.",
    instructions: memoryPrompts.instructions(memoryIndex(known), hasProject),
    tools: [forgetTool(folders), lookUpTool(folders), rememberTool(folders, holdsSecret)],
  });
}

const failed = (message: string, hint?: string): ToolReturn => ({
  kind: "failed",
  message,
  ...(hint === undefined ? {} : { hint }),
});

const badCategory = (category: string) =>
  failed(`${JSON.stringify(category)} is no category.`, "Use one word of up to 64 letters, digits, _ and -.");

const scopeOf = (project: boolean | undefined) => (project ? "project" : "user");

function rememberTool(folders: MemoryFolders, holdsSecret: (text: string) => boolean): Tool {
  return defineTool({
    name: "remember",
    description: memoryPrompts.remember,
    effect: "writes",
    input: fields({
      text: text(),
      category: text(memoryPrompts.category),
      tags: optional(text("Words, separated by spaces.")),
      project: optional(flag(memoryPrompts.project)),
    }),
    resources: () => ["memory"],
    async run({ text: said, category, tags = "", project }) {
      if (!isCategory(category)) return badCategory(category);
      const bytes = Buffer.byteLength(said);
      if (said.trim() === "" || bytes > mostEntryBytes)
        return failed(
          `The text has ${bytes} bytes; 1 to ${mostEntryBytes} are possible.`,
          "Say it in a sentence or two.",
        );
      if (holdsSecret(said)) return failed(memoryPrompts.holdsSecret.message, memoryPrompts.holdsSecret.hint);
      const words = tags.split(/[\s,#]+/).filter((tag) => tag !== "");
      try {
        await remember(folders, { category, scope: scopeOf(project) }, { text: said, tags: words });
        return `Remembered in ${category}.`;
      } catch (error) {
        return failed(messageOf(error), "Continue without it.");
      }
    },
  });
}

function forgetTool(folders: MemoryFolders): Tool {
  return defineTool({
    name: "forget",
    description: memoryPrompts.forget,
    effect: "writes",
    input: fields({
      category: text(),
      text: optional(text("The entry; without it all of the category.")),
      project: optional(flag()),
    }),
    resources: () => ["memory"],
    async run({ category, text: said, project }) {
      const files = (await readMemories(folders)).filter(
        (file) => file.category === category && file.scope === scopeOf(project),
      );
      const counts = await Promise.all(files.map((file) => forget(file, said)));
      const count = counts.reduce((sum, each) => sum + each, 0);
      return count > 0
        ? `Forgot ${count} of ${category}.`
        : failed(memoryPrompts.nothing, "Look it up, and give the exact text of the entry.");
    },
  });
}

function lookUpTool(folders: MemoryFolders): Tool {
  return defineTool({
    name: "look_up_memory",
    description: memoryPrompts.lookUp,
    effect: "reads",
    input: fields({ category: optional(text()), words: optional(text()) }),
    async run({ category, words = "" }) {
      const wanted = words
        .toLowerCase()
        .split(/\s+/)
        .filter((word) => word !== "");
      const files = (await readMemories(folders))
        .filter((file) => category === undefined || file.category === category)
        .map((file) => ({
          ...file,
          entries: file.entries.filter((entry) => {
            const all = `${file.category} ${entry.text} ${entry.tags.join(" ")}`.toLowerCase();
            return wanted.every((word) => all.includes(word));
          }),
        }))
        .filter(({ entries }) => entries.length > 0);
      return files.length === 0 ? memoryPrompts.nothing : memoryText(files);
    },
  });
}
