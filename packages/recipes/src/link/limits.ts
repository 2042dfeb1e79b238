/** What a link may hold. */
export const linkLimits = {
  /** Characters of the whole link: room for the largest recipe as base64 that is percent-encoded. */
  characters: 4 * 1024 * 1024,
  /** Bytes of the recipe. */
  recipeBytes: 1024 * 1024,
  values: 256,
  /** Characters of a parameter's name. */
  keyCharacters: 256,
} as const;
