import { setTimeout } from "node:timers/promises";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { quietMs } from "@skein/terminal-chat/questions";
import { describe, expect, it } from "vitest";
import { chatPlace, sizes } from "./chat-place.ts";
import { hasTmux } from "./tmux.ts";

const turns = [
  { text: "I run it.", calls: [{ name: "shell", input: { command: "echo a >> ran" } }] },
  { text: "The end." },
];

describe.skipIf(!hasTmux).concurrent("an approval in a real terminal", () => {
  it.each(sizes)(
    "says what always would write, and waits while the user types, at %i by %i",
    async (...size) => {
      await using place = await chatPlace(turns, { size });
      const { chat, path } = place;
      await chat.shows("smart_approve · model.json");
      chat.literally("go");
      chat.keys("Enter");
      await chat.shows("╭ Run this command?");
      await chat.shows("Yes, and always allow edit(./ran) in this folder");
      await chat.shows("❯ Yes, once");
      chat.literally("wait");
      await chat.shows("1 question waiting · Tab");
      expect(chat.screen()).not.toContain("Yes, once");
      await setTimeout(quietMs + 200);
      chat.keys("C-u");
      await chat.shows("❯ Yes, once");
      expect(existsSync(join(path, "ran"))).toBe(false);
      await setTimeout(quietMs + 200);
      chat.keys("Enter");
      await chat.shows("shell: Allowed once.");
      await chat.shows("The end.");
      expect(existsSync(join(path, "ran"))).toBe(true);
    },
  );

  it.each(sizes)("Shift+Tab goes through the modes, at %i by %i", async (...size) => {
    await using place = await chatPlace(turns, { size });
    const { chat } = place;
    await chat.shows("smart_approve · model.json");
    chat.keys("BTab");
    await chat.shows("accept_edits · model.json");
    chat.keys("BTab");
    await chat.shows("plan · model.json");
    chat.keys("BTab");
    await chat.shows("smart_approve · model.json");
    expect(chat.screen()).toContain("/help");
  });
});
