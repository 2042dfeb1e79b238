import { jsonFlag } from "@skein/command-line/flags";
import {
  decideProposals,
  forgetHere,
  memoriesHere,
  memoryFileFor,
  memoryProposals,
} from "@skein/host/memory";
import { exitCodes } from "@skein/protocol";
import { memoryLines, proposalLines } from "@skein/terminal-chat/memory";
import { editFile } from "@skein/terminal";
import { commandGroup, groupCommands } from "../arguments/command-line.ts";
import { thisMachine } from "../machine.ts";
import { note, print, printJson } from "../print.ts";

const help = `skein memory: what is remembered across sessions

Usage
  skein memory list                    what counts in this folder: yours, and the project's
  skein memory edit CATEGORY           in your editor (VISUAL or EDITOR); a new one begins as Markdown
  skein memory forget CATEGORY [TEXT]  one entry by its exact text, or all of a category
  skein memory proposals               what sessions have taught, with memoryProposals: on in config.yaml
  skein memory accept|decline ID…      remember a proposal, or drop it; all for all of them

The model remembers with the built-in extension memory: skein run --with-builtin memory

Examples
  skein memory list --json
  skein memory forget build
`;

const command = groupCommands("memory", help, { json: jsonFlag });
const category = ["A category"] as const;

export const main = commandGroup("memory", help, {
  list: command(async ({ json }) => {
    const memories = await memoriesHere(thisMachine(), process.cwd());
    if (json) printJson({ memories });
    else memoryLines(memories).forEach(print);
  }),
  proposals: command(async ({ json }) => {
    const proposals = await memoryProposals(thisMachine());
    if (json) printJson({ proposals });
    else proposalLines(proposals).forEach(print);
  }),
  accept: decide("accept", "Remembered"),
  decline: decide("decline", "Dropped"),
  edit: command(editMemory, { needs: category }),
  forget: command(
    async (_, [name, text]) => {
      const count = await forgetHere(thisMachine(), process.cwd(), { category: name, text });
      note(`Forgot ${count} of ${name}.`);
    },
    { needs: category, words: 2 },
  ),
});

function decide(decision: "accept" | "decline", done: string) {
  return command(async (_, ids) => note(`${done} ${await decideProposals(thisMachine(), ids, decision)}.`), {
    needs: ["The id of a proposal, or all"] as const,
    words: 50,
  });
}

async function editMemory(_: unknown, [name]: readonly [string, ...string[]]): Promise<number> {
  const path = await memoryFileFor(thisMachine(), process.cwd(), name);
  return (await editFile(process.env, path)) === 0 ? exitCodes.done : exitCodes["not-started"];
}
