/** @returns `undefined` when nothing of the title can stand in a file's name. */
export function recipeFileName(title: string): string | undefined {
  const name = title
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}_]+/gu, "-")
    .replaceAll(/^-+|-+$/g, "");
  return name === "" ? undefined : `${name.slice(0, 100)}.yaml`;
}
