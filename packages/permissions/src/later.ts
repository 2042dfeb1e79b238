// What this package loads when it is first needed.

export const loadTreeSitter = () => import("web-tree-sitter");
export const loadUnbash = () => import("unbash");
