import type { KeptTheme } from "@skein/host/settings";
import type { ThemeName } from "@skein/terminal/theme";

/** The theme of a screen, to be looked at and changed. */
export interface ThemeChoice {
  name(): ThemeName;
  choose(name: ThemeName): void;
  /** Saves it for the next chats. */
  keep(name: ThemeName): Promise<KeptTheme>;
}
