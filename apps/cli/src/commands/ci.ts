import { actionInputs } from "@skein/command-line/ci";
import { onlyGiven, type Flags } from "@skein/command-line";
import { defineCommand } from "../arguments/command-line.ts";
import { loadWorkHere } from "../later.ts";

/** Inputs of the action as flags; `version` and the artifact are the action's own. */
const inputFlags = Object.fromEntries(
  Object.entries(actionInputs).map(([name, input]) => [
    name,
    {
      value: "VALUE",
      description:
        input.default === "" ? input.description : `${input.description} Default: ${input.default}`,
    },
  ]),
) as Readonly<
  Record<keyof typeof actionInputs, { readonly value: string; readonly description: string }>
> satisfies Flags;

export const main = defineCommand({
  name: "ci",
  help: {
    title: "the job of a GitHub workflow",
    usage: ["[flags]"],
    text: `Reads the event from GITHUB_EVENT_PATH and GITHUB_EVENT_NAME, and decides by it: who may start a run, which words are
its task, what is data. The answer becomes a comment, a review, the summary of the job and its outputs. The action hands
its inputs over as JSON in SKEIN_CI_INPUTS; flags win over them. An event that starts nothing ends with 0 and a notice.`,
    examples: [
      "skein ci --prompt 'Answer the question' --max-cost 0.50",
      "skein ci --review true --fail-on never",
    ],
  },
  flags: inputFlags,
  run: async (flags) => {
    const { help: _, ...given } = onlyGiven(flags) as Record<string, string>;
    const { workHere } = await loadWorkHere();
    return workHere(given);
  },
});
