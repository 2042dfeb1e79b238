/** Why a text is no regular expression; `undefined` when it is one. */
export function regularExpressionProblem(text: string): string | undefined {
  try {
    // oxlint-disable-next-line no-new
    new RegExp(text, "msu");
    return undefined;
  } catch (error) {
    return (error as Error).message;
  }
}
