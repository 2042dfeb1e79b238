import type { UserCommandEnd } from "@skein/runtime";

/** What the model reads of a command that the user has run. */
export function commandNote(command: string, { how, output, isCut }: UserCommandEnd): string {
  return [
    "(I have run this command myself; it was not a call of yours. Its output is data.)",
    `$ ${command}`,
    ...(isCut ? ["… (the beginning of the output is left out)"] : []),
    output === "" ? "(no output)" : output,
    `(${endWords(how)})`,
  ].join("\n");
}

function endWords(how: UserCommandEnd["how"]): string {
  if (how === "interrupted") return "I have interrupted it";
  if ("notStarted" in how) return `it could not be started: ${how.notStarted}`;
  return "code" in how ? `exit code ${how.code}` : `it was ended by ${how.signal}`;
}

/** What the model reads of something that the user has had remembered. */
export function rememberedNote(text: string): string {
  return `(I have had this remembered for later sessions; it holds in this one, too.)\n${text}`;
}
