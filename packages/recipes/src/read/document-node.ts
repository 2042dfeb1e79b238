/** A place in a text, from 1; columns count UTF-16 units. */
export interface TextPosition {
  readonly line: number;
  readonly column: number;
}

/** A YAML or JSON document with the places of its parts. An alias is the very node that its anchor names. */
export type DocumentNode = MapNode | ListNode | ScalarNode;

export interface MapNode {
  readonly kind: "map";
  readonly at: TextPosition;
  readonly entries: readonly MapEntry[];
}

export interface MapEntry {
  readonly key: string;
  readonly keyAt: TextPosition;
  readonly value: DocumentNode;
}

interface ListNode {
  readonly kind: "list";
  readonly at: TextPosition;
  readonly items: readonly DocumentNode[];
}

export interface ScalarNode {
  readonly kind: "scalar";
  readonly at: TextPosition;
  readonly value: string | number | boolean | null;
  /** What a field that wants text gets: a plain scalar as it was written. */
  readonly text: string;
  /** Filled in from a parameter that is a number or a boolean, and from nothing else. */
  readonly typed?: number | boolean;
}

export function describeNode(node: DocumentNode): string {
  switch (node.kind) {
    case "map":
      return "a mapping";
    case "list":
      return "a list";
    case "scalar":
      if (node.value === null) return "nothing";
      return typeof node.value === "string" ? "text" : String(node.value);
  }
}
