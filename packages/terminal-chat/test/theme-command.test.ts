import type { Picked, PickList } from "@skein/terminal";
import { createTheme } from "@skein/terminal/theme";
import { describe, expect, it } from "vitest";
import type { ChatView } from "../src/chat/chat-view.ts";
import { chatCompletions } from "../src/commands/completions.ts";
import { slashCommands } from "../src/commands/slash-commands.ts";
import { runTheme } from "../src/commands/theme-command.ts";

interface Told {
  readonly picked?: Picked;
  readonly overruledBy?: string;
}

function scope({ picked, overruledBy }: Told = {}) {
  const said: string[] = [];
  const asked: PickList[] = [];
  const kept: string[] = [];
  const theme = createTheme({ name: "auto", depth: 24 });
  const pick = async (list: PickList) => {
    asked.push(list);
    return picked;
  };
  const view = { say: (text: string) => void said.push(text), pick } as unknown as ChatView;
  const keep = async (name: string) => {
    kept.push(name);
    return { file: "/config.yaml", ...(overruledBy === undefined ? {} : { overruledBy }) };
  };
  return { said, asked, kept, theme, scope: { view, theme: { ...theme, keep } } };
}

describe("/theme", () => {
  it("changes the colours at once and keeps them", async () => {
    const at = scope({ overruledBy: "SKEIN_THEME" });
    await runTheme("light", at.scope);
    expect(at.theme.paint("accent", "x")).toBe("\x1b[38;2;0;90;140mx\x1b[39m");
    expect(at.kept).toEqual(["light"]);
    expect(at.said).toEqual(["Theme: light. Saved in /config.yaml. SKEIN_THEME wins over that."]);
  });

  it("offers those there are, and changes nothing when none is picked", async () => {
    const at = scope();
    expect(await runTheme("", at.scope)).toBeUndefined();
    expect(at.asked[0]?.items).toContainEqual({ value: "auto", label: "auto", isCurrent: true });
    expect([...at.kept, ...at.said]).toEqual([]);
    const other = scope({ picked: { value: "colour-blind" } });
    expect(await runTheme("", other.scope)).toBe("/theme colour-blind");
  });

  it("knows its themes, and says where there is none to choose", async () => {
    const at = scope();
    await expect(runTheme("pink", at.scope)).rejects.toThrow('There is no theme "pink".');
    await expect(runTheme("dark", { view: at.scope.view })).rejects.toThrow("This chat has no colours.");
    expect(at.kept).toEqual([]);
  });

  it("completes their names", async () => {
    const complete = chatCompletions("/", async () => slashCommands());
    const found = await complete("/theme hi", true, false, new AbortController().signal);
    expect(found?.items.map(({ value }) => value)).toEqual(["high-contrast"]);
  });
});
