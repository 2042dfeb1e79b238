import type { Facts, Prompt } from "@skein/protocol";

export const plainPrompt: Prompt = ({ system, extensions, finalOutput }) => {
  const instructions = extensions
    .filter((extension) => extension.instructions)
    .map((extension) => `# ${extension.name}\n${extension.instructions}`);
  const ending = finalOutput ? [finalOutputInstruction] : [];
  return [system, ...instructions, ...ending].filter((text) => text !== "").join("\n\n");
};

const finalOutputInstruction =
  "Work to the end without asking. When everything is done, call the tool final_output once with the result; a result given as text does not count.";

/**
 * Time to the minute, so that turns close together send the same bytes. How full the window is, as soon as the model had
 * better know: from the middle on.
 */
export const timeAndFolder: Facts = ({ now, cwd, contextTokens = 0, window }) => {
  const time = new Date(now).toISOString().slice(0, 16).replace("T", " ");
  const facts = `Time: ${time} UTC\nWorking folder: ${cwd}`;
  if (window === undefined || contextTokens <= window / 2) return facts;
  const left = Math.max(0, window - contextTokens);
  return `${facts}\nContext: about ${contextTokens} of ${window} tokens used, ${left} left`;
};
