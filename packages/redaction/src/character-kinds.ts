/** White space, quotes, brackets, commas and the like, and everything beyond ASCII: they end a run. */
export const outsideRun = 0;
const inRun = 1;
/** Letters, digits, `_` and `-`. */
export const partOfWord = 2;

/** By character code. */
export const kindOfCharacter: Uint8Array = new Uint8Array(65_536);

for (let code = 33; code < 127; code++) {
  const character = String.fromCharCode(code);
  if ("\"'`<>(){}[],;|\\".includes(character)) continue;
  kindOfCharacter[code] = /[\w-]/.test(character) ? partOfWord : inRun;
}
