import type { ScreenSettings } from "@skein/settings";
import { groundOfVariable, type ColourDepth, type ThemeOptions } from "@skein/terminal/theme";
import type { ChatTerminal } from "../chat/front-end.ts";

/** What is known of the colours before the terminal has answered anything. */
export function themeOf(
  { theme }: Pick<ScreenSettings, "theme">,
  { output, env }: Pick<ChatTerminal, "output" | "env">,
): ThemeOptions {
  return {
    name: theme,
    // The stream reads NO_COLOR, FORCE_COLOR, COLORTERM and TERM.
    depth: output.isTTY ? (output.getColorDepth() as ColourDepth) : 1,
    ground: groundOfVariable(env["COLORFGBG"]),
  };
}

/** Whether a question about its ground does no harm: the consoles of kernels print it. */
export function asksForGround({ env }: Pick<ChatTerminal, "env">): boolean {
  return env["TERM"] !== "linux" && groundOfVariable(env["COLORFGBG"]) === undefined;
}
