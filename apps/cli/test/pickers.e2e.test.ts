import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { chatPlace, sizes, type ChatPlaceOptions } from "./chat-place.ts";
import { hasTmux } from "./tmux.ts";

const write = (content: string) => ({ calls: [{ name: "write", input: { path: "cart.js", content } }] });
const turns = [write("one\n"), { text: "The first." }, write("two\nthree\n"), { text: "The second." }];
const auto = ["--mode", "auto"];

async function talked(options: ChatPlaceOptions, ready = "auto · model.json") {
  const place = await chatPlace(turns, { flags: auto, ...options });
  const { chat } = place;
  await chat.shows(ready);
  chat.literally("fix the cart");
  chat.keys("Enter");
  await chat.shows("1 file changed +1 −0");
  chat.literally("add a discount");
  chat.keys("Enter");
  await chat.shows("1 file changed +2 −1");
  return place;
}

describe.skipIf(!hasTmux).concurrent("pickers in a real terminal", () => {
  it.each(sizes)("Esc Esc offers the messages with their files, at %i by %i", async (...size) => {
    await using place = await talked({ size });
    const { chat, path } = place;
    chat.keys("Escape");
    await chat.shows("Once more Esc goes back");
    chat.keys("Escape");
    await chat.shows("Go back to before …");
    expect(chat.screen()).toMatch(/❯ add a discount {4,}\S+ {2}cart\.js \+2 −1/);
    expect(chat.screen()).toMatch(/ {2}fix the cart {4,}\S+ {2}cart\.js \+1 −0/);
    expect(chat.screen()).toContain(
      "↑↓ · Enter conversation and files · c conversation only · f files only · Esc",
    );
    chat.literally("f");
    await chat.shows("The files went back, and the conversation stays; /redo undoes that.");
    expect(await readFile(join(path, "cart.js"), "utf8")).toBe("one\n");
    chat.keys("Escape");
    await chat.shows("Once more Esc goes back");
    chat.keys("Escape");
    await chat.shows("Go back to before …");
    chat.keys("Down");
    await chat.shows("❯ fix the cart");
    chat.literally("c");
    await chat.shows("The conversation is empty again.");
    await chat.shows("› fix the cart");
    expect(await readFile(join(path, "cart.js"), "utf8")).toBe("one\n");
  });

  it.each(sizes)("Ctrl+P finds a command by what it does, at %i by %i", async (...size) => {
    await using place = await chatPlace(turns, { size, flags: auto });
    const { chat } = place;
    await chat.shows("auto · model.json");
    chat.keys("C-p");
    await chat.shows("Commands");
    chat.literally("what may happen");
    await chat.shows("❯ /mode");
    chat.keys("Enter");
    await chat.shows("What may happen unasked?");
    chat.literally("plan");
    await chat.shows("❯ plan");
    chat.keys("Enter");
    await chat.shows("Permission mode: plan");
    chat.keys("C-p");
    await chat.shows("Commands");
    chat.keys("Escape");
    await setTimeout(300); // a letter right behind it would be a key with Alt
    chat.literally("still a prompt");
    await chat.shows("› still a prompt");
    expect(chat.screen()).not.toContain("type to filter");
  });

  it.each([[[]], [["--plain"]]])("--pick begins with the sessions to resume, with %j", async (flags) => {
    await using place = await talked({});
    place.chat.keys("C-d");
    await place.chat.ended();
    await using chat = place.again(["--pick", ...flags]);
    await chat.shows("Resume a session");
    expect(chat.screen()).toMatch(/fix the cart .*done/);
    if (flags.length > 0) chat.literally("1");
    chat.keys("Enter");
    await chat.shows("Resumed session ");
    await chat.shows("The second.");
  });

  it("keeps a draft while a list is open, and takes no key of it for the draft", async () => {
    await using place = await chatPlace(turns, { flags: auto });
    const { chat } = place;
    await chat.shows("auto · model.json");
    chat.literally("half a thought");
    chat.keys("C-p");
    await chat.shows("Commands");
    chat.literally("xyz");
    await chat.shows("Nothing fits.");
    chat.keys("C-c");
    await chat.shows("› half a thought");
    await setTimeout(100);
    expect(chat.screen()).not.toContain("xyz");
  });

  it("are numbered lists in the plain line mode, without colours too", async () => {
    const options = { flags: [...auto, "--plain"], env: { NO_COLOR: "1" } };
    await using place = await talked(options, "model.json · auto");
    const { chat, path } = place;
    chat.literally("/rewind");
    chat.keys("Enter");
    await chat.shows("A number · NUMBER c: conversation only · NUMBER f: files only (Enter: none):");
    chat.literally("7");
    chat.keys("Enter");
    await chat.shows("There is no number 7.");
    chat.literally("1 f");
    chat.keys("Enter");
    await chat.shows("The files went back");
    expect(await readFile(join(path, "cart.js"), "utf8")).toBe("one\n");
  });
});
