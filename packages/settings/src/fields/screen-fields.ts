import { oneOf, text, yesOrNo } from "../values.ts";
import type { FieldTable } from "./setting-field.ts";

const themes = ["auto", "dark", "light", "high-contrast", "colour-blind", "none"] as const;
const notifications = ["auto", "bell", "osc9", "osc777", "desktop", "off"] as const;

/** What a chat in a terminal looks like, and how it notifies. */
export const screenFields = {
  theme: {
    key: "theme",
    variable: "SKEIN_THEME",
    description: "Colours of a chat in the terminal; `auto`: by the terminal's own ground",
    project: "chooses",
    subagents: "none",
    ...oneOf(themes),
    fallback: "auto",
  },
  glyphs: {
    key: "glyphs",
    variable: "SKEIN_GLYPHS",
    description:
      "Signs of a chat in the terminal; `auto`: ASCII on a kernel's console and where the locale is not UTF-8",
    project: "chooses",
    subagents: "none",
    ...oneOf(["auto", "unicode", "ascii"]),
    fallback: "auto",
  },
  notifications: {
    key: "notifications",
    variable: "SKEIN_NOTIFICATIONS",
    description:
      "How a chat tells that it waits for you, or has finished after a while; `auto`: as the terminal can, otherwise by its bell",
    project: "loosens",
    subagents: "none",
    ...oneOf(notifications),
    fallback: "auto",
  },
  terminalTitle: {
    key: "terminalTitle",
    variable: "SKEIN_TERMINAL_TITLE",
    description: "Whether the terminal's title says what a chat does",
    project: "chooses",
    subagents: "none",
    ...yesOrNo,
    fallback: true,
  },
  statusLine: {
    key: "statusLine",
    variable: "SKEIN_STATUS_LINE",
    description:
      "A command whose first line of output stands below the prompt of a chat; it reads the session as JSON",
    project: "loosens",
    subagents: "none",
    ...text("a command"),
  },
  screenReader: {
    key: "screenReader",
    variable: "SKEIN_SCREEN_READER",
    description: "Whether a chat is made for a screen reader: nothing is redrawn, and words stand for signs",
    project: "chooses",
    subagents: "none",
    ...yesOrNo,
    fallback: false,
  },
  reducedMotion: {
    key: "reducedMotion",
    variable: "SKEIN_REDUCED_MOTION",
    description: "Whether nothing moves in a chat but what has news",
    project: "chooses",
    subagents: "none",
    ...yesOrNo,
    fallback: false,
  },
  updateNotice: {
    key: "updateNotice",
    variable: "SKEIN_UPDATE_NOTICE",
    description: "Whether a chat asks npm at most once a day for a newer version, and tells of it",
    project: "loosens",
    subagents: "none",
    ...yesOrNo,
    fallback: true,
  },
} as const satisfies FieldTable;
