import type { CompletionRequest, Extension, PromptDefinition } from "@skein/protocol";

/** A prompt that can be picked in a session. */
export interface SessionPrompt {
  readonly extension: string;
  readonly prompt: PromptDefinition;
}

/** A value that is being typed for a prompt. */
export interface PromptCompletion {
  readonly extension: string;
  readonly prompt: string;
  readonly typed: CompletionRequest;
}

/** The prompts of the extensions of a session. One that cannot list them has none. */
export async function sessionPrompts(extensions: readonly Extension[]): Promise<readonly SessionPrompt[]> {
  const lists = await Promise.all(
    extensions.map(async ({ name, prompts }) => {
      const listed = (await prompts?.list().catch(() => [])) ?? [];
      return listed.map((prompt) => ({ extension: name, prompt }));
    }),
  );
  return lists.flat();
}

/** Values that an argument may have. Never rejects: without any it can be typed all the same. */
export async function completePrompt(
  extensions: readonly Extension[],
  { extension, prompt, typed }: PromptCompletion,
): Promise<readonly string[]> {
  const { prompts } = extensions.find(({ name }) => name === extension) ?? {};
  return (await prompts?.complete?.(prompt, typed).catch(() => [])) ?? [];
}

/** What is typed after `/`: in lower case, as all commands are, and one word. */
export function promptCommandName({ extension, prompt }: SessionPrompt): string {
  return `${extension}:${prompt.name.replaceAll(/\s+/g, "_")}`.toLowerCase();
}
