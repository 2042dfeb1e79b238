/** Other programs' words for how much to reason, where Skein has another. */
const otherWords: Readonly<Record<string, string>> = { off: "none", minimal: "low", xhigh: "max" };

export function effortOf(word: string): string {
  return Object.hasOwn(otherWords, word) ? (otherWords[word] ?? word) : word;
}
