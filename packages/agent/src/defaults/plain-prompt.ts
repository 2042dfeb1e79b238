import type { DynamicContext, Prompt } from "@skein/protocol";

export const plainPrompt: Prompt = ({ system, extensions, finalOutput }) => {
  const instructions = extensions
    .filter((extension) => extension.instructions)
    .map((extension) => `# ${extension.name}\n${extension.instructions}`);
  const ending = finalOutput ? [finalOutputInstruction] : [];
  return [system, ...instructions, ...ending].filter((text) => text !== "").join("\n\n");
};

const finalOutputInstruction =
  "Work until the task is done, without asking questions. Then call the tool final_output once with the result; a result given as text does not count.";

/** Percentages of the context window at which the model is told. */
const shares = [90, 75, 50] as const;

/**
 * The date (a time would change with each call), the folder, and how full the context window is from 50 % on.
 */
export const dateAndFolder: DynamicContext = ({ now, cwd, contextTokens = 0, window }) => {
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
  const date = new Intl.DateTimeFormat("en-CA", { timeZone, dateStyle: "short" }).format(now);
  const day = new Intl.DateTimeFormat("en", { timeZone, weekday: "long" }).format(now);
  const share =
    window === undefined ? undefined : shares.find((percent) => contextTokens >= (window * percent) / 100);
  return [
    { name: "date", text: `Date: ${date} (${day}, ${timeZone})` },
    { name: "folder", text: `Working folder: ${cwd}` },
    {
      name: "context window",
      text: share === undefined ? "" : `Context window: more than ${share} % of ${window} tokens are used.`,
    },
  ];
};
