import { describe, expect, it } from "vitest";
import { indexedColours, nearestIndexed, rgbOf, type Rgb } from "../src/theme/colour-depth.ts";
import { groundOfColour, groundOfVariable, luminance } from "../src/theme/ground.ts";
import { palettes, type Palette } from "../src/theme/palettes.ts";
import { createTheme } from "../src/theme.ts";

const all: readonly (readonly [string, Palette])[] = Object.entries(palettes).flatMap(([name, grounds]) =>
  Object.entries(grounds).map(([ground, palette]) => [`${name} on ${ground}`, palette] as const),
);

/** As WCAG defines it, from 1 to 21. */
function contrast(one: Rgb, other: Rgb): number {
  const [low = 0, high = 0] = [luminance(one), luminance(other)].toSorted((a, b) => a - b);
  return (high + 0.05) / (low + 0.05);
}

/** What is left for an eye without red or without green cones, by Viénot's matrices on linear light. */
const eyes: readonly (readonly Rgb[])[] = [
  [
    [0.112, 0.888, 0],
    [0.112, 0.888, 0],
    [0.004, -0.004, 1],
  ],
  [
    [0.293, 0.707, 0],
    [0.293, 0.707, 0],
    [-0.022, 0.022, 1],
  ],
];

function seen(rgb: Rgb, eye: readonly Rgb[]): readonly number[] {
  const linear = rgb.map((value) => (value / 255) ** 2.2);
  return eye.map(
    (row) =>
      Math.max(
        0,
        row.reduce((sum, share, at) => sum + share * linear[at]!, 0),
      ) **
      (1 / 2.2),
  );
}

function distance(one: readonly number[], other: readonly number[]): number {
  return Math.hypot(...one.map((value, at) => value - other[at]!));
}

describe("themes", () => {
  it.each(all)("%s can be read, in all colours and in 256", (name, { ground, colours }) => {
    const least = name.startsWith("high-contrast") ? 7 : 4.5;
    const tooFaint = Object.entries(colours).filter(([, [hex]]) => {
      const indexed = indexedColours[nearestIndexed(rgbOf(hex)) - 16]!;
      return contrast(rgbOf(hex), rgbOf(ground)) < least || contrast(indexed, rgbOf(ground)) < 4.5;
    });
    expect(tooFaint).toEqual([]);
  });

  it.each(Object.entries(palettes["colour-blind"]))(
    "the one for colour-blind eyes on %s keeps apart what means the opposite",
    (_, { colours }) => {
      const pairs = [
        ["added", "removed"],
        ["success", "error"],
      ] as const;
      for (const eye of eyes)
        for (const [one, other] of pairs)
          expect(
            distance(seen(rgbOf(colours[one][0]), eye), seen(rgbOf(colours[other][0]), eye)),
          ).toBeGreaterThan(0.3);
    },
  );

  it("are written in as many colours as the terminal has", () => {
    const painted = (depth: 1 | 4 | 8 | 24) => createTheme({ name: "dark", depth }).paint("added", "x");
    expect(painted(24)).toBe("\x1b[38;2;143;214;148mx\x1b[39m");
    expect(painted(8)).toBe("\x1b[38;5;114mx\x1b[39m");
    expect(painted(4)).toBe("\x1b[32mx\x1b[39m");
    expect(painted(1)).toBe("x");
    expect(createTheme({ name: "none", depth: 24 }).paint("bold", "x")).toBe("x");
  });

  it("take the terminal's own colours until its ground is known, and change while they are used", () => {
    const theme = createTheme({ name: "auto", depth: 24 });
    expect(theme.paint("accent", "x")).toBe("\x1b[36mx\x1b[39m");
    theme.onGround("light");
    expect(theme.paint("accent", "x")).toBe("\x1b[38;2;0;90;140mx\x1b[39m");
    theme.choose("high-contrast");
    expect(theme.paint("accent", "x")).toBe("\x1b[38;2;0;58;102mx\x1b[39m");
    expect(theme.name()).toBe("high-contrast");
  });

  it("go on behind a style within", () => {
    const { paint } = createTheme({ name: "dark", depth: 4 });
    expect(paint("dim", `a ${paint("accent", "b")} c`)).toBe("\x1b[37ma \x1b[36mb\x1b[39m\x1b[37m c\x1b[39m");
  });

  it.each([
    ["15;0", "dark"],
    ["0;15", "light"],
    ["0;default;7", "light"],
    ["12;8", "dark"],
    ["7", undefined],
    ["", undefined],
    [undefined, undefined],
  ])("COLORFGBG %s is %s", (value, ground) => {
    expect(groundOfVariable(value)).toBe(ground);
  });

  it("know the grounds that terminals come with", () => {
    const grounds = (hexes: readonly string[]) => new Set(hexes.map((hex) => groundOfColour(rgbOf(hex))));
    const darkOnes = ["#000000", "#1e1e1e", "#282a36", "#002b36", "#2e3440", "#300a24"];
    expect(grounds(darkOnes)).toEqual(new Set(["dark"]));
    expect(grounds(["#ffffff", "#fdf6e3", "#eee8d5", "#d5d5d5"])).toEqual(new Set(["light"]));
  });
});
