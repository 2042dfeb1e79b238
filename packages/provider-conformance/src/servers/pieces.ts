/**
 * Cuts a text into pieces of so many characters. Never cuts a character in two.
 */
export function pieces(text: string, size: number): string[] {
  const characters = Array.from(text);
  const count = Math.ceil(characters.length / size);
  return Array.from({ length: count }, (_, at) => characters.slice(at * size, (at + 1) * size).join(""));
}
