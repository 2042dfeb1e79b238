import type { Plugin } from "rolldown";

/**
 * Writes every other character as an escape: one `…` in a file makes Node keep and read all of it with two bytes for
 * each character. After the minifier, which would take the escapes out again. Fails the bundle where a `String.raw`
 * holds such a character, since it would show the escape.
 */
export function ascii(): Plugin {
  return {
    name: "ascii",
    generateBundle(_, bundle) {
      for (const file of Object.values(bundle)) {
        if (file.type !== "chunk") continue;
        const raw = /String\.raw`[^`]*[^\0-\x7f]/.exec(file.code);
        if (raw) this.error(`${file.fileName}: ${raw[0]} cannot be written in ASCII.`);
        file.code = escaped(file.code);
      }
    },
  };
}

function escaped(code: string): string {
  return code.replaceAll(/[^\0-\x7f]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`);
}
