import { oneOf, type SettingField } from "./values.ts";

/** What a chat in a terminal looks like. */
export interface ScreenSettings {
  readonly theme: "auto" | "dark" | "light" | "high-contrast" | "colour-blind" | "none";
}

export const screenFields: {
  readonly [Name in keyof ScreenSettings]-?: SettingField<NonNullable<ScreenSettings[Name]>>;
} = {
  theme: {
    key: "theme",
    variable: "SKEIN_THEME",
    description: "Colours of a chat in the terminal; `auto`: by the terminal's own ground",
    ...oneOf(["auto", "dark", "light", "high-contrast", "colour-blind", "none"]),
    fallback: "auto",
  },
};
