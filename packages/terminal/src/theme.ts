export type { ColourDepth } from "./theme/colour-depth.ts";
export { groundOfVariable } from "./theme/ground.ts";
export { createTheme, themeNames, type Theme, type ThemeName, type ThemeOptions } from "./theme/theme.ts";
