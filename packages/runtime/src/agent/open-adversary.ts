import type { Adversary } from "@skein/agent";
import { readsInside } from "@skein/permissions";
import { ConfigError } from "@skein/protocol";
import type { AgentSettings } from "../agent-settings.ts";
import { loadModel, type ModelSources } from "../models.ts";
import { defaultPrompts } from "../prompts/default-prompts.ts";
import type { UserWords } from "./judge-options.ts";

/** `undefined` without rules in words. Throws `ConfigError`: no model, an unknown provider, a missing key. */
export async function openAdversary(
  sources: ModelSources,
  { inspectors = {}, adversary, prompts }: Pick<AgentSettings, "inspectors" | "adversary" | "prompts">,
  words: UserWords,
): Promise<Adversary | undefined> {
  const rules = [inspectors.adversary ?? "off"].flat().filter((rule) => rule !== "off");
  if (rules.length === 0) return undefined;
  if (!adversary)
    throw new ConfigError("usage", "inspectors.adversary has rules, and there is no model to apply them.", {
      hint: "Set judge or fast to a model, or inspectors.adversary to off.",
    });
  return {
    model: await loadModel(sources, adversary),
    instructions: { ...defaultPrompts, ...prompts }.adversary,
    policy: rules.join("\n"),
    userWords: words,
    // Permission rules decide what is read there; a request for each file would be slow and dear.
    skips: readsInside,
  };
}
