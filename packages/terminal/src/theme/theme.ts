import type { ColourRole, Paint } from "../text/style.ts";
import { foregroundParameters, type ColourDepth } from "./colour-depth.ts";
import { foreground, painter, terminalCodes } from "./painter.ts";
import { palettes, type Ground, type Palette } from "./palettes.ts";

export type ThemeName = "auto" | keyof typeof palettes | "none";

export const themeNames: readonly ThemeName[] = [
  "auto",
  ...(Object.keys(palettes) as (keyof typeof palettes)[]),
  "none",
];

export interface ThemeOptions {
  readonly name: ThemeName;
  /** What the terminal shows; 1, too, where the user wants no colours. */
  readonly depth: ColourDepth;
  /** What is known of the terminal's ground at once. */
  readonly ground?: Ground | undefined;
}

/** The colours of a screen, which may change while it is drawn. */
export interface Theme {
  readonly paint: Paint;
  name(): ThemeName;
  choose(name: ThemeName): void;
  /** The terminal has said what it writes on. */
  onGround(ground: Ground): void;
}

const unpainted: Paint = (_, text) => text;

export function createTheme({ name: first, depth, ground: known }: ThemeOptions): Theme {
  let name = first;
  let ground = known;
  let paint = paintOf(name, depth, ground);
  return {
    paint: (style, text) => paint(style, text),
    name: () => name,
    choose(next) {
      name = next;
      paint = paintOf(name, depth, ground);
    },
    onGround(found) {
      ground = found;
      paint = paintOf(name, depth, ground);
    },
  };
}

/** `auto` on a ground that is not known: the terminal's own sixteen colours, which can be read there. */
function paintOf(name: ThemeName, depth: ColourDepth, ground: Ground | undefined): Paint {
  if (name === "none" || depth === 1) return unpainted;
  if (name !== "auto") return paletteOf(palettes[name][ground ?? "dark"], depth);
  return ground === undefined ? painter(terminalCodes) : paletteOf(palettes[ground][ground], depth);
}

function paletteOf({ colours }: Palette, depth: 4 | 8 | 24): Paint {
  const codes = Object.entries(colours).map(([role, colour]) => [
    role,
    foreground(foregroundParameters(colour, depth)),
  ]);
  return painter(Object.fromEntries(codes) as Record<ColourRole, ReturnType<typeof foreground>>);
}
