import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { chatPlace, sizes } from "./chat-place.ts";
import { hasTmux } from "./tmux.ts";

const turns = [{ text: "I have read it." }, { text: "And that." }];

describe.skipIf(!hasTmux).concurrent("what a user types beside messages", () => {
  it.each(sizes)("!COMMAND runs it, and long output is folded, at %i by %i", async (...size) => {
    await using place = await chatPlace(turns, { size });
    const { chat } = place;
    await chat.shows("smart_approve · model.json");
    chat.literally("!seq 1 60");
    chat.keys("Enter");
    await chat.shows("… 20 more lines · Ctrl+O");
    await chat.shows("exit 0 · 0 s · the model reads it with your next message");
    chat.keys("C-o");
    await chat.shows("\n  60\n");
    expect(chat.screen()).not.toContain("seq: ");
    chat.literally("what was that?");
    chat.keys("Enter");
    await chat.shows("● I have read it.");
  });

  it("Ctrl+C ends the command and nothing else", async () => {
    await using place = await chatPlace(turns);
    const { chat } = place;
    await chat.shows("smart_approve · model.json");
    chat.literally("!echo begun; sleep 100");
    chat.keys("Enter");
    await chat.shows("\n  begun\n");
    await chat.shows("Esc interrupts");
    chat.keys("C-c");
    await chat.shows("interrupted · ");
    chat.literally("go on");
    chat.keys("Enter");
    await chat.shows("● I have read it.");
    expect(chat.screen()).toContain("smart_approve · model.json");
  });

  it.each([[[]], [["--plain"]]])("# remembers for the project or the user, with %j", async (flags) => {
    await using place = await chatPlace(turns, { flags, env: { NO_COLOR: "1" } });
    const { chat, path } = place;
    await chat.shows("model.json · ");
    chat.literally("# use pnpm");
    chat.keys("Enter");
    await chat.shows("in this project");
    if (flags.length > 0) chat.literally("2");
    else chat.keys("Down");
    chat.keys("Enter");
    await chat.shows("Remembered in ");
    expect(await readFile(join(path, ".agents/memory/notes.txt"), "utf8")).toBe("use pnpm\n\n");
  });

  it.each(sizes)(
    "@ finds a file by a few letters, and the file goes with the message, at %i by %i",
    async (...size) => {
      await using place = await chatPlace(turns, {
        size,
        files: { "src/cart/total.ts": "export const total = 1;\n" },
      });
      const { chat } = place;
      await chat.shows("smart_approve · model.json");
      chat.literally("read @cttot");
      await chat.shows("src/cart/total.ts");
      chat.keys("Tab");
      await chat.shows("› read @src/cart/total.ts");
      chat.literally("and @#tot");
      await chat.shows("constant src/cart/total.ts:1");
      chat.keys("Tab");
      await chat.shows("and total (src/cart/total.ts:1)");
      chat.keys("Enter");
      await chat.shows("● I have read it.");
      expect(chat.screen()).not.toContain("cttot");
    },
  );
});
