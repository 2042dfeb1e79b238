import type { Ground } from "./palettes.ts";
import type { Rgb } from "./colour-depth.ts";

/** What `COLORFGBG` says: two or three numbers of the sixteen colours, of which the last is the ground. */
export function groundOfVariable(value: string | undefined): Ground | undefined {
  const last = /^\d+;(?:\w+;)?(\d+)$/.exec(value ?? "")?.[1];
  if (last === undefined) return undefined;
  const colour = Number(last);
  return colour === 7 || (colour > 8 && colour < 16) ? "light" : "dark";
}

/** By how bright it is to the eye. */
export function groundOfColour(rgb: Rgb): Ground {
  return luminance(rgb) > 0.18 ? "light" : "dark";
}

/** Relative luminance as WCAG defines it, from 0 to 1. */
export function luminance(rgb: Rgb): number {
  const [red = 0, green = 0, blue = 0] = rgb.map((value) => {
    const share = value / 255;
    return share <= 0.040_45 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
