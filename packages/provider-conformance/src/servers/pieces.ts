/**
 * Cuts a text into pieces of so many characters. Never cuts a character in two.
 *
 * Vendors cut deltas between characters as well. Joined emoji may be cut,
 * because they are several code points.
 *
 * @param size - characters (code points) in each piece, at least 1.
 * @returns pieces that join to the text. Empty if the text is empty.
 */
export function pieces(text: string, size: number): string[] {
  const characters = Array.from(text);
  const count = Math.ceil(characters.length / size);
  return Array.from({ length: count }, (_, at) => characters.slice(at * size, (at + 1) * size).join(""));
}
