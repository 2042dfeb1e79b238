import { chmod, mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { chatPlace, sizes } from "./chat-place.ts";
import { hasTmux } from "./tmux.ts";

const turns = [{ text: "I have read it." }, { text: "And that." }];
const onePixel =
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";

/** As a terminal pastes where the program has asked for brackets. */
const pasteKeys = ["-H", "1b", "5b", "32", "30", "30", "7e"] as const;
const endKeys = ["-H", "1b", "5b", "32", "30", "31", "7e"] as const;

describe.skipIf(!hasTmux).concurrent("what is pasted in a real terminal", () => {
  it.each(sizes)("200 lines are folded, in the prompt and above, at %i by %i", async (...size) => {
    await using place = await chatPlace(turns, { size });
    const { chat } = place;
    await chat.shows("smart_approve · model.json");
    chat.keys(...pasteKeys);
    chat.literally(Array.from({ length: 200 }, (_, at) => `line ${at + 1}`).join("\n"));
    chat.keys(...endKeys);
    await chat.shows("› [pasted 1: 200 lines]");
    chat.keys("C-o");
    await chat.shows("line 200");
    chat.keys("Enter");
    await chat.shows("▌ … 194 more lines · Ctrl+O");
    await chat.shows("● I have read it.");
    expect(chat.screen()).toContain("▌ line 6\n▌ …");
  });

  it("a file that is dragged in, and the image of the clipboard, go with the message", async () => {
    await using place = await chatPlace(turns, {
      files: { "my notes.md": "the heron\n", "bin/xclip": "" },
      env: { DISPLAY: ":0" },
      path: "bin",
      config: "models:\n  model.json:\n    images: true\n",
    });
    const { chat, path } = place;
    await mkdir(join(path, "bin"), { recursive: true });
    await writeFile(join(path, "image.png"), Buffer.from(onePixel, "base64"));
    await writeFile(join(path, "bin", "xclip"), `#!/bin/sh\nexec cat ${join(path, "image.png")}\n`);
    await chmod(join(path, "bin", "xclip"), 0o755);
    await chat.shows("smart_approve · model.json");
    chat.keys(...pasteKeys);
    chat.literally(join(path, "my\\ notes.md"));
    chat.keys(...endKeys);
    await chat.shows('› @"my notes.md"');
    chat.keys("C-v");
    await chat.shows("[attached 1: image, 1 kB]");
    chat.keys("Enter");
    await chat.shows("● I have read it.");
    chat.literally("/exit");
    chat.keys("Enter");
    expect(await readFile(join(path, "my notes.md"), "utf8")).toBe("the heron\n");
  });

  it.each(sizes)(
    "undo and the kill ring are the editor's, and Esc never leaves, at %i by %i",
    async (...size) => {
      await using place = await chatPlace(turns, { size });
      const { chat } = place;
      await chat.shows("smart_approve · model.json");
      chat.literally("one two");
      chat.keys("C-w");
      await chat.shows("› one");
      chat.keys("C-y");
      await chat.shows("› one two");
      chat.keys("C-u");
      chat.keys("C-_");
      await chat.shows("› one two");
      chat.keys("Escape");
      await chat.shows("› one two");
      expect(chat.screen()).toContain("smart_approve · model.json");
    },
  );
});

describe.skipIf(!hasTmux).concurrent("/diff in a real terminal", () => {
  const write = { name: "write", input: { path: "cart.js", content: "one\n" } };
  const changing = [{ calls: [write] }, { text: "Done." }];

  it.each(sizes)("reverts the hunk that is picked, at %i by %i", async (...size) => {
    await using place = await chatPlace(changing, { size, flags: ["--mode", "auto"] });
    const { chat, path } = place;
    await chat.shows("auto · model.json");
    chat.literally("write it");
    chat.keys("Enter");
    await chat.shows("1 file changed +1 −0 · /diff · /undo");
    chat.literally("/diff");
    chat.keys("Enter");
    await chat.shows("Keep the changes, or revert hunks of them");
    await chat.shows("❯ cart.js:1 +1 −0");
    chat.keys("Enter");
    await chat.shows("/redo restores it.");
    await expect(readFile(join(path, "cart.js"), "utf8")).rejects.toThrow("ENOENT");
    chat.literally("/redo");
    chat.keys("Enter");
    await chat.shows("brought back");
    expect(await readFile(join(path, "cart.js"), "utf8")).toBe("one\n");
  });
});
