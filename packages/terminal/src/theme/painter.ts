import type { ColourRole, Emphasis, Paint, Style } from "../text/style.ts";

/** The escape sequences around a text: what switches a style on, and off again. */
type Codes = readonly [on: string, off: string];

const sgr = (on: string | number, off: number): Codes => [`\x1b[${on}m`, `\x1b[${off}m`];

const emphases: Readonly<Record<Emphasis, Codes>> = {
  bold: sgr(1, 22),
  italic: sgr(3, 23),
  underline: sgr(4, 24),
  strikethrough: sgr(9, 29),
};

/** A foreground colour. @param parameters - of the SGR sequence: `36`, `38;5;110`, `38;2;125;207;255`. */
export function foreground(parameters: string | number): Codes {
  return sgr(parameters, 39);
}

/** The sixteen colours as the user's terminal has them, which fit its ground. */
export const terminalCodes: Readonly<Record<ColourRole, Codes>> = {
  accent: foreground(36),
  dim: sgr(2, 22),
  success: foreground(32),
  error: foreground(31),
  warning: foreground(33),
  added: foreground(32),
  removed: foreground(31),
  code: foreground(36),
  keyword: foreground(35),
  string: foreground(32),
  number: foreground(33),
  title: foreground(34),
  type: foreground(36),
};

export function painter(colours: Readonly<Record<ColourRole, Codes>>): Paint {
  const codes: Readonly<Record<Style, Codes>> = { ...emphases, ...colours };
  return (style, text) => {
    const [on, off] = codes[style];
    // A style within ends with what ends this one, too.
    return on + (text.includes(off) ? text.replaceAll(off, off + on) : text) + off;
  };
}
