import { oneOf, text, yesOrNo, type SettingField } from "./values.ts";

const themes = ["auto", "dark", "light", "high-contrast", "colour-blind", "none"] as const;
const notifications = ["auto", "bell", "osc9", "osc777", "desktop", "off"] as const;

/** What a chat in a terminal looks like, and how it speaks up. */
export interface ScreenSettings {
  readonly theme: (typeof themes)[number];
  readonly glyphs: "auto" | "unicode" | "ascii";
  readonly notifications: (typeof notifications)[number];
  readonly terminalTitle: boolean;
  /** A command whose first line stands in the bar at the bottom. */
  readonly statusLine?: string;
  readonly screenReader: boolean;
  readonly reducedMotion: boolean;
  readonly updateNotice: boolean;
}

export const screenFields: {
  readonly [Name in keyof ScreenSettings]-?: SettingField<NonNullable<ScreenSettings[Name]>>;
} = {
  theme: {
    key: "theme",
    variable: "SKEIN_THEME",
    description: "Colours of a chat in the terminal; `auto`: by the terminal's own ground",
    ...oneOf(themes),
    fallback: "auto",
  },
  glyphs: {
    key: "glyphs",
    variable: "SKEIN_GLYPHS",
    description:
      "Signs of a chat in the terminal; `auto`: ASCII on a kernel's console and where the locale is not UTF-8",
    ...oneOf(["auto", "unicode", "ascii"]),
    fallback: "auto",
  },
  notifications: {
    key: "notifications",
    variable: "SKEIN_NOTIFICATIONS",
    description:
      "How a chat tells that it waits for you, or has finished after a while; `auto`: as the terminal can, otherwise by its bell",
    ...oneOf(notifications),
    fallback: "auto",
  },
  terminalTitle: {
    key: "terminalTitle",
    variable: "SKEIN_TERMINAL_TITLE",
    description: "Whether the terminal's title says what a chat does",
    ...yesOrNo,
    fallback: true,
  },
  statusLine: {
    key: "statusLine",
    variable: "SKEIN_STATUS_LINE",
    description:
      "A command whose first line of output stands below the prompt of a chat; it reads the session as JSON",
    ...text("a command"),
    // It runs a program.
    isTighter: () => false,
  },
  screenReader: {
    key: "screenReader",
    variable: "SKEIN_SCREEN_READER",
    description: "Whether a chat is made for a screen reader: nothing is redrawn, and words stand for signs",
    ...yesOrNo,
    fallback: false,
  },
  reducedMotion: {
    key: "reducedMotion",
    variable: "SKEIN_REDUCED_MOTION",
    description: "Whether nothing moves in a chat but what has news",
    ...yesOrNo,
    fallback: false,
  },
  updateNotice: {
    key: "updateNotice",
    variable: "SKEIN_UPDATE_NOTICE",
    description: "Whether a chat asks npm at most once a day for a newer version, and tells of it",
    ...yesOrNo,
    fallback: true,
  },
};
