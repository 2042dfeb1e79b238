/** What a text is, not what it looks like: a theme has the colours. */
export type Style = Emphasis | ColourRole;

export type Emphasis = "bold" | "italic" | "underline" | "strikethrough";

export type ColourRole =
  /** The one colour that stands out. */
  | "accent"
  /** Quieter than the text around it. */
  | "dim"
  | "success"
  | "error"
  /** What waits for the user, or is worth a look. */
  | "warning"
  /** Of a difference. */
  | "added"
  | "removed"
  /** Code within a sentence, and the words of code. */
  | "code"
  | "keyword"
  | "string"
  | "number"
  | "title"
  | "type";

export type Paint = (style: Style, text: string) => string;
