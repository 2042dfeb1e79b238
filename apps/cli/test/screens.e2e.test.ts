import { setTimeout } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { quietMs } from "@skein/terminal-chat/questions";
import { chatPlace, sizes } from "./chat-place.ts";
import { expectDocsScreen } from "./docs-screen.ts";
import { hasTmux } from "./tmux.ts";

const answer = `I **fixed** the loop: it starts at \`0\` now. See [the docs](https://example.com/loops).

| case | before | after |
| ---- | -----: | ----: |
| 苹果 | 0 | 600 |
| 🚀 | 100 | 700 |

\`\`\`ts
for (let index = 0; index < items.length; index++) sum += items[index].price;
\`\`\`

- three tests pass
- nothing else has changed`;

const source =
  "let sum = 0;\nfor (let index = 1; index < items.length; index++) {\n  sum += items[index].price;\n}\n";

const turns = [
  {
    text: "I run the tests first.",
    calls: [{ name: "shell", input: { command: "sh run-tests.sh" } }],
  },
  {
    text: "The loop starts at index 1, so the first item is skipped.",
    calls: [
      { name: "edit", input: { path: "cart.js", old_text: "index = 1", new_text: "index = 0" } },
      { name: "read", input: { path: "cart.js" } },
    ],
  },
  { text: answer },
];

// A change of a screen is looked at and taken over with: npm run x -- vitest run --config vitest.e2e.config.ts screens -u
describe.skipIf(!hasTmux).concurrent("the screens of the docs", () => {
  it.for(sizes)("are what a chat shows, at %i by %i", async (size, { expect: expectHere }) => {
    const files = { "cart.js": source, "run-tests.sh": "seq -f 'line %g of the tests' 1 40; exit 1\n" };
    await using place = await chatPlace(turns, {
      size,
      files,
      flags: ["--sandbox", "off"],
      // Without it, or with another one, the chat says so.
      env: { SKEIN_LAUNCHER: "off" },
    });
    const { chat } = place;
    const shown = async (name: string) => {
      await expectDocsScreen(expectHere, () => chat.screen(), name, size);
    };
    const agree = async () => {
      await setTimeout(quietMs + 300);
      chat.keys("Enter");
    };
    await chat.shows("smart_approve · model.json");
    await shown("first-screen");
    chat.literally("look at @crt");
    await chat.shows("cart.js");
    await shown("mention");
    chat.keys("Tab");
    await chat.shows("look at @cart.js");
    chat.keys("C-u");
    chat.literally("fix the failing cart test");
    chat.keys("Enter");
    await chat.shows("Run this command?");
    await chat.shows("❯ Yes, once");
    await shown("approval");
    await setTimeout(quietMs + 300);
    chat.literally("?");
    await chat.shows("Decided by:");
    await shown("why");
    chat.literally("?");
    await chat.shows("$ sh run-tests.sh");
    await agree();
    await chat.shows("Make this change?");
    await chat.shows("❯ Yes, once");
    await shown("edit");
    await agree();
    await chat.shows("1 file changed +1 −1");
    await shown("answer");
    chat.keys("C-o");
    await chat.shows("─── whole ───");
    await shown("opened");
    const lines = Array.from({ length: 40 }, (_, at) => `pasted line ${at + 1}`);
    chat.literally(`\x1b[200~${lines.join("\n")}\x1b[201~`);
    await chat.shows("[pasted 1: 40 lines]");
    await shown("paste");
    chat.keys("C-u");
    await setTimeout(quietMs);
    chat.keys("C-p");
    await chat.shows("Commands");
    chat.literally("happen unasked");
    await chat.shows("❯ /mode");
    await shown("commands");
    chat.keys("Escape");
    await setTimeout(quietMs);
    chat.keys("Escape");
    await chat.shows("Once more Esc goes back");
    chat.keys("Escape");
    await chat.shows("Go back to before …");
    await shown("rewind");
    chat.keys("Escape");
    await setTimeout(quietMs);
    chat.keys("BTab");
    await chat.shows("accept_edits · model.json");
    await shown("mode");
    chat.literally("/theme high-contrast");
    chat.keys("Enter");
    await chat.shows("Theme: high-contrast.");
    expect(chat.screen()).toContain("config.yaml");
  });

  it("have no sign beyond ASCII where that is set", async () => {
    await using place = await chatPlace([{ text: "- one\n- two" }], {
      size: [80, 24],
      flags: ["--mode", "auto"],
      env: { SKEIN_GLYPHS: "ascii", SKEIN_REDUCED_MOTION: "1" },
    });
    const { chat } = place;
    await chat.shows("auto - model.json");
    chat.literally("go");
    chat.keys("Enter");
    await chat.shows("done - 1 turn");
    // oxlint-disable-next-line no-control-regex
    expect(chat.screen()).toMatch(/^[\x00-\x7f]*$/);
    expect(chat.screen()).toContain("* * one");
  });

  it("have the line of the user's command at their bottom", async () => {
    await using place = await chatPlace([{ text: "Done." }], {
      size: [80, 24],
      env: { SKEIN_STATUS_LINE: `sed 's/.*"mode":"\\([a-z_]*\\)".*/may do: \\1/'` },
    });
    await place.chat.shows("may do: smart_approve");
    expect(place.chat.screen()).toMatch(/^ {2}may do: smart_approve +\/help$/m);
  });
});
