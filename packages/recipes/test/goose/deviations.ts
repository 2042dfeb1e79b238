export interface Deviation {
  /** Ours, where it differs from the record. */
  readonly validates?: boolean;
  readonly renders?: boolean;
  /** Both render, to different documents. */
  readonly document?: true;
  readonly reason: string;
}

const exact =
  "A value is the text of its field, whatever is in it: it neither breaks the file nor changes its structure.";
const injected = "A value never adds keys to a recipe.";
const typed = "Values are checked against the type of their parameter before anything runs.";
const missingPart = "A sub-recipe that is not there is found when the recipe is validated, not when it runs.";
const twins = "The second of two equal names could never be reached.";

/** Where we differ from Goose 1.34.0 on purpose, by the name of the case. */
export const deviations: Readonly<Record<string, Deviation>> = {
  bom: { validates: true, renders: true, reason: "A byte order mark at the start is no part of the text." },
  "param-duplicate-key": { validates: false, renders: false, reason: twins },
  "number-not-a-number": { renders: false, reason: typed },
  "boolean-garbage": { renders: false, reason: typed },
  "date-garbage": { renders: false, reason: typed },
  "select-outside-options": { renders: false, reason: typed },
  "select-no-options": { validates: false, renders: false, reason: "There would be nothing to select." },
  "select-default-outside": {
    validates: false,
    renders: false,
    reason: "A default must be one of the options.",
  },
  "file-markdown-quoted": { renders: true, reason: exact },
  "file-markdown-block": { renders: true, reason: exact },
  "value-with-quote-in-quoted": { renders: true, reason: exact },
  "value-multiline-in-block": { renders: true, reason: exact },
  "value-colon-in-plain": { renders: true, reason: exact },
  "value-hash-in-plain": { document: true, reason: exact },
  "value-backslash": { document: true, reason: exact },
  "json-template": { renders: true, reason: exact },
  "inject-extension-plain": { document: true, reason: injected },
  "inject-extension-block-last": { document: true, reason: injected },
  "inject-settings": { document: true, reason: injected },
  "jinja-for": {
    validates: true,
    renders: true,
    reason: "Methods of texts work; Goose knows them only where the parameter already has its value.",
  },
  "ext-duplicate-names": { validates: false, renders: false, reason: twins },
  "sub-duplicate-names": { validates: false, renders: false, reason: twins },
  "sub-missing-file": { validates: false, reason: missingPart },
  "sub-self": {
    validates: false,
    renders: false,
    reason: "A recipe that has itself as a part would never end.",
  },
  "context-list": { document: true, reason: "`context` is kept; Goose reads it and forgets it." },
  "deep-nesting": {
    validates: false,
    renders: false,
    reason: "At most 64 levels, also in what is not used.",
  },
  "yaml-bomb": {
    validates: false,
    renders: false,
    reason: "At most 200,000 nodes once aliases are written out.",
  },
  "cookbook/dev-guide-migration.yaml": { renders: true, reason: exact },
  "cookbook/remove-ai-artifacts-from-python-code.yaml": { renders: true, reason: exact },
  "docs/docs-guides-recipes-recipe-reference-L804.yaml": { renders: true, reason: exact },
  "docs/blog-2025-09-15-subrecipes-in-goose-index-L28.yaml": { validates: false, reason: missingPart },
  "docs/docs-tutorials-subrecipes-in-parallel-L109.yaml": { validates: false, reason: missingPart },
  "docs/docs-tutorials-subrecipes-in-parallel-L78.yaml": { validates: false, reason: missingPart },
};
