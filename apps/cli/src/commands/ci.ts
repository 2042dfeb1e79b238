import { readFile } from "node:fs/promises";
import { actionInputs, type InputName } from "@skein/ci";
import { onlyGiven, type Flags } from "@skein/command-line";
import { ConfigError, messageOf, type JsonValue } from "@skein/protocol";
import { defineCommand } from "../arguments/command-line.ts";

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
) as Readonly<Record<InputName, { readonly value: string; readonly description: string }>> satisfies Flags;

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
    const { workHere } = await import("../ci/work-here.ts");
    return workHere({ ...inputsOfAction(process.env["SKEIN_CI_INPUTS"]), ...given }, await payloadOfEvent());
  },
});

function inputsOfAction(text = "{}"): Record<string, JsonValue> {
  try {
    return { ...(JSON.parse(text) as Record<string, JsonValue>) };
  } catch (error) {
    throw new ConfigError("usage", `SKEIN_CI_INPUTS is no JSON: ${messageOf(error)}`);
  }
}

async function payloadOfEvent(): Promise<JsonValue> {
  const path = process.env["GITHUB_EVENT_PATH"] ?? "";
  try {
    return JSON.parse(await readFile(path, "utf8")) as JsonValue;
  } catch (error) {
    throw new ConfigError(
      "unreadable",
      `The event cannot be read from GITHUB_EVENT_PATH (${messageOf(error)}).`,
      {
        hint: "skein ci is the job of a GitHub workflow; elsewhere, use skein run and skein review.",
      },
    );
  }
}
