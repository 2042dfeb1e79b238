/** A node of Tree-sitter's tree. The types of `web-tree-sitter` need those of browsers and of Emscripten to compile. */
export interface SyntaxNode {
  readonly type: string;
  readonly text: string;
  readonly isNamed: boolean;
  readonly hasError: boolean;
  readonly startIndex: number;
  readonly endIndex: number;
  readonly childCount: number;
  readonly children: readonly SyntaxNode[];
  readonly namedChildren: readonly SyntaxNode[];
}

export interface SyntaxTree {
  readonly rootNode: SyntaxNode;
  /** Frees the memory of the tree, which no garbage collector sees. */
  delete(): void;
}
