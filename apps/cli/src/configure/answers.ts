/** What is to be saved. What is absent stays as it is. */
export interface Answers {
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
