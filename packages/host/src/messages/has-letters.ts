/** Whether a text has these letters in this order, in either case, with others between them. */
export function hasLetters(text: string, typed: string): boolean {
  const [whole, letters] = [text.toLowerCase(), typed.toLowerCase()];
  let at = 0;
  return Array.from(letters).every((letter) => (at = whole.indexOf(letter, at) + 1) > 0);
}
