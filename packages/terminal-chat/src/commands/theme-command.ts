import { attributeAnswer, ConfigError, isJsonObject, type AskUser } from "@skein/protocol";
import type { CommandInfo } from "@skein/host/commands";
import { themeNames, type ThemeName } from "@skein/terminal/theme";
import type { ChatScope } from "./chat-scope.ts";

export const theme: CommandInfo = {
  name: "theme",
  argument: { hint: "NAME", isOptional: true, values: themeNames },
  description: `Show or change the colours: ${themeNames.join(", ")}`,
};

/** Changes the colours at once, and for later chats; without a name it asks. */
export async function runTheme(
  argument: string,
  { view, theme: choice }: Pick<ChatScope, "view" | "theme">,
): Promise<void> {
  if (!choice)
    throw new ConfigError("usage", "This chat has no colours.", {
      hint: "A chat that is drawn has them.",
    });
  const wanted = argument === "" ? await askFor(choice.name(), view.askAside) : argument;
  if (wanted === undefined) return;
  const name = themeNames.find((known) => known === wanted);
  if (name === undefined)
    throw new ConfigError("usage", `There is no theme ${JSON.stringify(wanted)}.`, {
      hint: `Themes: ${themeNames.join(", ")}.`,
    });
  choice.choose(name);
  const { file, overruledBy } = await choice.keep(name);
  const but = overruledBy === undefined ? "" : ` ${overruledBy} wins over that.`;
  view.say(`Theme: ${name}. Saved in ${file}.${but}`);
}

async function askFor(now: ThemeName, ask: AskUser): Promise<string | undefined> {
  const given = await ask(
    {
      id: crypto.randomUUID(),
      kind: "clarification",
      callId: "",
      extension: "skein",
      questions: [{ question: `Which theme? It is ${now} now.`, options: themeNames }],
    },
    new AbortController().signal,
  );
  const { answer } = attributeAnswer(given, "ask");
  const reply = "reply" in answer && isJsonObject(answer.reply) ? answer.reply["answers"] : undefined;
  const [name] = Array.isArray(reply) ? reply : [];
  return typeof name === "string" ? name : undefined;
}
