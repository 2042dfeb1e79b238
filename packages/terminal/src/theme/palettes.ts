import type { ColourRole } from "../text/style.ts";

/** A colour as sRGB, and the one of the sixteen that comes closest, as the number of its SGR code. */
type Colour = readonly [rgb: `#${string}`, ansi: number];

export interface Palette {
  /** The ground nearest to the text that it is made for: of the dark ones the lightest, of the light ones the darkest. */
  readonly ground: `#${string}`;
  readonly colours: Readonly<Record<ColourRole, Colour>>;
}

const darkGround = "#2e3440";
const lightGround = "#eee8d5";

const dark: Palette = {
  ground: darkGround,
  colours: {
    accent: ["#7dcfff", 36],
    dim: ["#b3bac7", 37],
    success: ["#8fd694", 32],
    error: ["#ffa3a3", 31],
    warning: ["#f2cc60", 33],
    added: ["#8fd694", 32],
    removed: ["#ffa3a3", 31],
    code: ["#a5d6ff", 36],
    keyword: ["#d6b3ff", 35],
    string: ["#b5e08c", 32],
    number: ["#f5bd87", 33],
    title: ["#9cc4ff", 94],
    type: ["#7ee0d0", 36],
  },
};

const light: Palette = {
  ground: lightGround,
  colours: {
    accent: ["#005a8c", 34],
    dim: ["#565b64", 90],
    success: ["#1a6328", 32],
    error: ["#a01c1c", 31],
    warning: ["#704a00", 33],
    added: ["#1a6328", 32],
    removed: ["#a01c1c", 31],
    code: ["#00527a", 34],
    keyword: ["#752da0", 35],
    string: ["#385800", 32],
    number: ["#80450a", 33],
    title: ["#0b4aa2", 34],
    type: ["#005a54", 36],
  },
};

const highContrastDark: Palette = {
  ground: darkGround,
  colours: {
    accent: ["#9be8ff", 96],
    dim: ["#dfe3ea", 37],
    success: ["#9dff9d", 92],
    error: ["#ffc9c9", 91],
    warning: ["#ffe96b", 93],
    added: ["#9dff9d", 92],
    removed: ["#ffc9c9", 91],
    code: ["#c8e6ff", 96],
    keyword: ["#e9d2ff", 95],
    string: ["#cbf5a5", 92],
    number: ["#ffd9ae", 93],
    title: ["#c3dcff", 94],
    type: ["#a5f5e8", 96],
  },
};

const highContrastLight: Palette = {
  ground: lightGround,
  colours: {
    accent: ["#003a66", 34],
    dim: ["#33373d", 30],
    success: ["#003f10", 32],
    error: ["#6e0012", 31],
    warning: ["#4a3000", 33],
    added: ["#003f10", 32],
    removed: ["#6e0012", 31],
    code: ["#003a57", 34],
    keyword: ["#4a1073", 35],
    string: ["#243a00", 32],
    number: ["#552b00", 33],
    title: ["#00307a", 34],
    type: ["#003f3b", 36],
  },
};

/** Nothing depends on telling red from green: what comes and succeeds is blue, what goes and fails is orange. */
const colourBlindDark: Palette = {
  ground: darkGround,
  colours: {
    accent: ["#cfc3ff", 95],
    dim: ["#b3bac7", 37],
    success: ["#7fc8ff", 94],
    error: ["#ffb469", 33],
    warning: ["#fff0a0", 93],
    added: ["#7fc8ff", 94],
    removed: ["#ffb469", 33],
    code: ["#cfc3ff", 95],
    keyword: ["#d6b3ff", 35],
    string: ["#ffe9a8", 93],
    number: ["#ffc98f", 33],
    title: ["#9cc4ff", 94],
    type: ["#a8e0f0", 96],
  },
};

const colourBlindLight: Palette = {
  ground: lightGround,
  colours: {
    accent: ["#5b3a9e", 35],
    dim: ["#565b64", 90],
    success: ["#00508c", 34],
    error: ["#8a3c00", 31],
    warning: ["#5c4a00", 33],
    added: ["#00508c", 34],
    removed: ["#8a3c00", 31],
    code: ["#5b3a9e", 35],
    keyword: ["#752da0", 35],
    string: ["#6b4400", 33],
    number: ["#80450a", 33],
    title: ["#0b4aa2", 34],
    type: ["#00565e", 36],
  },
};

/** By theme, for each ground that a terminal may have. */
export const palettes = {
  dark: { dark, light: dark },
  light: { dark: light, light },
  "high-contrast": { dark: highContrastDark, light: highContrastLight },
  "colour-blind": { dark: colourBlindDark, light: colourBlindLight },
} as const satisfies Readonly<Record<string, Readonly<Record<Ground, Palette>>>>;

/** What a terminal writes on. */
export type Ground = "dark" | "light";
