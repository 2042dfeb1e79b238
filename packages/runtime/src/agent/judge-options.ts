import { userWords, type Judge } from "@skein/agent";
import type { PermissionRule } from "@skein/permissions";
import type { AttemptModel, JournalStore } from "@skein/protocol";
import type { AgentSettings } from "../agent-settings.ts";
import { defaultPrompts } from "../prompts/default-prompts.ts";

/** Where the user speaks: the session of the agent that the user talks to, not that of a subagent. */
export type UserWords = () => Promise<readonly string[]>;

export function userWordsIn(journal: JournalStore, session: string): UserWords {
  return () => userWords(journal, session);
}

/** The judge of an agent. @param model - `undefined`: it has none. */
export function judgeOptions(
  model: AttemptModel | undefined,
  { prompts }: Pick<AgentSettings, "prompts">,
  rules: readonly PermissionRule[],
  words: UserWords,
): { readonly judge?: Judge } {
  if (!model) return {};
  return {
    judge: {
      model,
      instructions: { ...defaultPrompts, ...prompts }.judge,
      modes: ["smart_approve"],
      policy: rules.map(({ tool, verdict }) => `${tool}: ${verdict}`).join("\n"),
      userWords: words,
    },
  };
}
