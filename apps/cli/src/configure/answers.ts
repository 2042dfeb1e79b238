/** What is to be saved. What is absent stays as it is. */
export interface Answers {
  readonly provider?: string;
  readonly model?: string;
  readonly mode?: string;
  /** `""`: the provider's usual address. */
  readonly baseUrl?: string;
  readonly key?: string;
}
