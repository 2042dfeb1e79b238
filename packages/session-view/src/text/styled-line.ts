export type TextStyle = "bold" | "accent" | "dim" | "error" | "warning";

/** A line for a person, or several. What models, tools and files said is in it as it came: a screen makes it safe. */
export interface StyledLine {
  readonly style?: TextStyle;
  readonly text: string;
}
