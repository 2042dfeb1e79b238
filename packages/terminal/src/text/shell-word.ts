const hidden = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu;

/** As one word of a shell, to be copied: on one line, and with nothing in it that cannot be seen. */
export function shellWord(text: string): string {
  if (/^[\w@%+=:,./-]+$/.test(text)) return text;
  if (text.search(hidden) < 0) return `'${text.replaceAll("'", String.raw`'\''`)}'`;
  return `$'${text.replaceAll(/[\\']/g, String.raw`\$&`).replaceAll(hidden, octal)}'`;
}

/** Whatever the locale, a shell takes three digits for a byte. */
function octal(character: string): string {
  return Array.from(Buffer.from(character), (byte) => `\\${byte.toString(8).padStart(3, "0")}`).join("");
}
