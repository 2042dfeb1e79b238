import { ConfigError } from "@skein/protocol";
import type { CommandInfo } from "@skein/session-commands";
import { themeNames, type ThemeName } from "@skein/terminal/theme";
import type { ChatScope } from "./chat-scope.ts";
import type { Offer } from "./results/offers.ts";
import { pickFrom } from "./results/show-result.ts";

export const theme: CommandInfo = {
  name: "theme",
  argument: { hint: "NAME", isOptional: true, values: themeNames },
  description: `Show or change the colours: ${themeNames.join(", ")}`,
};

/** Changes the colours at once, and for later chats. @returns without a name: the command line for the one that is picked. */
export async function runTheme(
  argument: string,
  { view, theme: choice }: Pick<ChatScope, "view" | "theme">,
): Promise<string | undefined> {
  if (!choice)
    throw new ConfigError("usage", "This chat has no colours.", {
      hint: "A chat that is drawn has them.",
    });
  if (argument === "") return pickFrom(themeOffer(choice.name()), view);
  const name = themeNames.find((known) => known === argument);
  if (name === undefined)
    throw new ConfigError("usage", `There is no theme ${JSON.stringify(argument)}.`, {
      hint: `Themes: ${themeNames.join(", ")}.`,
    });
  choice.choose(name);
  const { file, overruledBy } = await choice.keep(name);
  const but = overruledBy === undefined ? "" : ` ${overruledBy} wins over that.`;
  view.say(`Theme: ${name}. Saved in ${file}.${but}`);
  return undefined;
}

function themeOffer(now: ThemeName): Offer {
  const items = themeNames.map((name) => ({ value: name, label: name, isCurrent: name === now }));
  return { list: { title: "Theme", items }, next: ({ value }) => ({ line: `/theme ${value}` }) };
}
