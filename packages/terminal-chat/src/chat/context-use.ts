import { promptTokens, type Usage } from "@skein/protocol";
import type { AnsweringModel } from "@skein/host/sessions";
import type { ContextUse } from "./chat.ts";

/** The context window of a model, in tokens; `undefined` where it is not known. */
export type WindowOf = (model: AnsweringModel) => Promise<number | undefined>;

/** Tokens that a reply and what it answers take; `undefined` where the provider did not say. */
export function contextTokens(usage: Usage): number | undefined {
  const [prompt, { output }] = [promptTokens(usage), usage];
  return prompt === undefined || output === undefined ? undefined : prompt + output;
}

interface WatchedContext {
  /** A reply has ended. */
  took(tokens: number | undefined, by: AnsweringModel): void;
  /** It is another context from now on. */
  forget(): void;
  now(): ContextUse | undefined;
}

/** How full the context window is. */
export function createContextUse(windowOf: WindowOf, onChange: () => void): WatchedContext {
  const windows = new Map<string, number | undefined>();
  let use: { readonly used: number; readonly key: string } | undefined;

  async function learn(key: string, by: AnsweringModel): Promise<void> {
    windows.set(key, undefined);
    windows.set(key, await windowOf(by).catch(() => undefined));
    onChange();
  }

  return {
    took(used, by) {
      const key = `${by.provider} ${by.model}`;
      use = used === undefined ? undefined : { used, key };
      if (!windows.has(key)) void learn(key, by);
    },
    forget: () => (use = undefined),
    now() {
      const window = use && windows.get(use.key);
      return use && window !== undefined && window > 0 ? { used: use.used, window } : undefined;
    },
  };
}
