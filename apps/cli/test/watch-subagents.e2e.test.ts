import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { chatPlace, sizes } from "./chat-place.ts";
import { expectDocsScreen } from "./docs-screen.ts";
import { hasTmux } from "./tmux.ts";

const waits = (task: string, model: string, more: object = {}) => ({
  name: "subagent",
  input: { instructions: task, settings: { provider: "replay", model: `${model}.json` }, ...more },
});
const until = (file: string, says: string) => ({
  text: `I look whether ${file} is there.`,
  calls: [{ name: "shell", input: { command: `echo ${says}; while [ ! -e ${file} ]; do sleep 0.05; done` } }],
});
const docs = [until("docs-ready", "reading docs/api.md"), { text: "The docs are **fine**." }];
const tests = [until("tests-ready", "12 passed"), { text: "The tests pass." }];
// One after the other, so that they always stand in this order.
const turns = [
  { text: "I give both to subagents.", calls: [waits("Read the docs", "docs", { background: true })] },
  { calls: [waits("Run the tests", "tests")] },
  { text: "One has ended, one was stopped." },
];

describe.skipIf(!hasTmux).concurrent("subagents at work in a chat", () => {
  it.for(sizes)("are listed, opened and stopped, at %i by %i", async (size, { expect: expectHere }) => {
    const files = {
      "docs.json": JSON.stringify({ turns: docs }),
      "tests.json": JSON.stringify({ turns: tests }),
    };
    const flags = ["--mode", "auto", "--sandbox", "off"];
    await using place = await chatPlace(turns, {
      size,
      files,
      flags,
      env: { SKEIN_LAUNCHER: "off", SKEIN_REDUCED_MOTION: "1" },
    });
    const { chat } = place;
    const shown = (name: string) => expectDocsScreen(expectHere, () => chat.screen(), name, size);
    await chat.shows("auto · model.json");
    chat.literally("check the project");
    chat.keys("Enter");
    await chat.shows("2 subagents");
    await chat.shows("$ echo 12 passed");
    chat.literally("/agents");
    chat.keys("Enter");
    await chat.shows("Agents at work");
    await chat.shows("❯ ◐ Read the docs");
    await shown("agents");
    chat.keys("Enter");
    await chat.shows("s stops it");
    await chat.shows("reading docs/api.md");
    await shown("agent");
    writeFileSync(join(place.path, "docs-ready"), "");
    await chat.shows("The docs are fine.");
    await chat.shows("ended");
    chat.keys("Escape");
    await chat.shows("❯ ◐ Run the tests");
    expect(chat.screen()).not.toContain("◐ Read the docs");
    chat.keys("s");
    await chat.shows("One has ended, one was stopped.");
    await chat.shows("done · 3 turns");
  });

  it("are followed line by line where nothing is drawn", async () => {
    const files = {
      "docs.json": JSON.stringify({ turns: docs }),
      "tests.json": JSON.stringify({ turns: tests }),
    };
    const flags = ["--mode", "auto", "--sandbox", "off", "--plain"];
    await using place = await chatPlace(turns, { files, flags, size: [100, 50] });
    const { chat } = place;
    await chat.shows("replay model.json · auto");
    chat.literally("check the project");
    chat.keys("Enter");
    await chat.shows("shell echo 12 passed");
    chat.literally("/agents");
    chat.keys("Enter");
    await chat.shows("A number");
    chat.literally("1");
    chat.keys("Enter");
    await chat.shows("Enter: back · s and Enter: stop it");
    await chat.shows("> Read the docs");
    writeFileSync(join(place.path, "docs-ready"), "");
    await chat.shows("The docs are **fine**.");
    await chat.shows("It has ended.");
    await chat.shows("1   ◐ Run the tests");
    chat.literally("1 s");
    chat.keys("Enter");
    await chat.shows("Run the tests is told to end.");
    await chat.shows("One has ended, one was stopped.");
    expect(chat.screen().match(/Enter: back/g)).toHaveLength(1);
  });
});
