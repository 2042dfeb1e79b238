import { firstCharacters } from "./token-formats.ts";

/** White space, quotes, brackets, commas and the like, and everything beyond ASCII: they end a run. */
export const outsideRun = 0;
const inRun = 1;
/** Kinds from here on are part of a word; no token begins after one. */
export const partOfWord = 2;
export const beginsToken = 3;

/** By character code. */
export const kindOfCharacter: Uint8Array = new Uint8Array(65_536);

for (let code = 33; code < 127; code++) {
  const character = String.fromCharCode(code);
  if ("\"'`<>(){}[],;|\\".includes(character)) continue;
  const inWord = firstCharacters.includes(character) ? beginsToken : partOfWord;
  kindOfCharacter[code] = /[\w-]/.test(character) ? inWord : inRun;
}
