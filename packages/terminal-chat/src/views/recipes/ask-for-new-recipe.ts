import type { PromptDialogs } from "@skein/terminal/prompts";

interface NewRecipe {
  readonly title: string;
  readonly prompt: string;
  readonly description: string;
}

/** Asks for what is not given. @returns `undefined` when the person gives up. */
export async function askForNewRecipe(
  prompts: Pick<PromptDialogs, "text">,
  given: { readonly [Key in keyof NewRecipe]: string | undefined },
): Promise<NewRecipe | undefined> {
  const title = given.title ?? (await prompts.text("What is it called?", undefined));
  if (title === undefined) return undefined;
  const task = "What is to be done? {{ key }} becomes a parameter";
  const prompt = given.prompt ?? (await prompts.text(task, undefined));
  if (prompt === undefined) return undefined;
  const description = given.description ?? (await prompts.text("What is it for, in a sentence?", title));
  return description === undefined ? undefined : { title, prompt, description };
}
