/** Of commands about one recipe. */
export const needsRecipe = {
  needs: ["The recipe"],
  hint: "Name its file, a link to it, or one that `skein recipe list` shows.",
  suggests: "recipes",
} as const;
