/** What is to be saved. What is absent stays as it is. */
export interface ConfigureAnswers {
  readonly provider?: string;
  readonly model?: string;
  readonly mode?: string;
  /** Models with a task of their own: a model of the provider, or `PROVIDER/MODEL`. `""`: none. */
  readonly fast?: string;
  readonly lead?: string;
  readonly planner?: string;
  /** `""`: the provider's usual address. */
  readonly baseUrl?: string;
  readonly key?: string;
}

/** Longer than any key there is. */
const maxKeyLength = 8192;

/** Says what is wrong with a key, without the key. */
export function keyProblem(key: string): string | undefined {
  if (key === "") return "The key is empty.";
  if (key.length > maxKeyLength) return `The key has more than ${maxKeyLength} characters.`;
  return /^[\x21-\x7e]+$/.test(key) ? undefined : "The key contains spaces or invalid characters.";
}
