/** A range of a text and its replacement. */
export interface Replacement {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}
