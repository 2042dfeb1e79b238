import { appendFile, readFile, writeFile } from "node:fs/promises";
import { defineExtension, defineTool } from "@skein/extension-kit";
import { z } from "zod";

/** Notes in a file, one a line. */
export function notebook(file: string) {
  const add = defineTool({
    name: "note_add",
    description: "Write a note down.",
    effect: "writes",
    input: z.object({ text: z.string().regex(/^.+$/, "one line, not empty") }),
    resources: () => [`file:${file}`], // calls of one reply run at once, except those that share a resource
    async run({ text }) {
      await appendFile(file, `${text}\n`);
      return `Written: ${text}`;
    },
  });
  const list = defineTool({
    name: "note_list",
    description: "All notes, the oldest first.",
    effect: "reads",
    input: z.object({}),
    resources: () => [`file:${file}`],
    run: () => readFile(file, "utf8"),
  });
  return defineExtension({
    name: "notebook",
    instructions: "Write down what the user wants to remember, one note each.",
    tools: [add, list],
    start: () => writeFile(file, "", { flag: "a" }),
    close: () => console.log("The notebook is closed."),
  });
}
