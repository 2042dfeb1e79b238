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

/** The date (a time would change with each call), the folder, and how full the context window is from 50 % on. */
export const dateAndFolder: DynamicContext = ({ now, cwd, contextTokens = 0, window }) => {
  const share =
    window === undefined ? undefined : shares.find((percent) => contextTokens >= (window * percent) / 100);
  return [
    { name: "date", text: dateLine(new Date(now)) },
    { name: "folder", text: `Working folder: ${cwd}` },
    {
      name: "context window",
      text: share === undefined ? "" : `Context window: more than ${share} % of ${window} tokens are used.`,
    },
  ];
};

const weekdays = ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"] as const;

/** Without `Intl`, which would load its data for 10 ms. */
function dateLine(now: Date): string {
  const twoDigits = (part: number): string => String(part).padStart(2, "0");
  const date = [now.getFullYear(), twoDigits(now.getMonth() + 1), twoDigits(now.getDate())].join("-");
  const offset = -now.getTimezoneOffset();
  const [hours, minutes] = [Math.trunc(Math.abs(offset) / 60), Math.abs(offset) % 60].map(twoDigits);
  return `Date: ${date} (${weekdays[now.getDay()]}, UTC${offset < 0 ? "-" : "+"}${hours}:${minutes})`;
}
