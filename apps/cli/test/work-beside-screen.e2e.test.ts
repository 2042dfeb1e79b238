import { existsSync } from "node:fs";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { quietMs } from "@skein/terminal-chat/questions";
import { anthropicServer } from "@skein/test-kit";
import { describe, expect, it } from "vitest";
import { say, shell } from "./replies.ts";
import { skeinHome } from "./skein.ts";
import { hasTmux, skeinInTmux } from "./tmux.ts";

const sizes = [
  [80, 24],
  [200, 50],
] as const;

describe.runIf(hasTmux)("a task that a chat gives to the background", { timeout: 60_000 }, () => {
  it.each(sizes)("asks in another terminal of %i columns and %i rows", async (...size) => {
    await using server = await anthropicServer([{ parts: [shell("t1", "touch made")] }, say("Done there.")]);
    await using skein = await skeinHome(server.url);
    const env = {
      ANTHROPIC_BASE_URL: server.url,
      ANTHROPIC_API_KEY: "sk-ant-test-key-0123456789",
      SKEIN_NO_KEYRING: "1",
    };
    const look = { cwd: skein.home, env, size };
    await using chat = skeinInTmux([], look);
    await chat.shows("/help");
    chat.literally("/bg make a file");
    await chat.shows("/bg make a file");
    chat.keys("Enter");
    await chat.shows("skein attach");
    expect(chat.screen()).toMatch(/Session \S+ works on it in the background\./);
    await expect
      .poll(async () => (await skein.here(["ps"])).stdout, { timeout: 20_000 })
      .toMatch(/asks .* \? shell/);
    await using attached = skeinInTmux(["attach"], look);
    await attached.shows("touch made");
    await attached.shows("Yes");
    await setTimeout(2 * quietMs); // Enter that comes with a question is not for it
    attached.keys("Enter");
    await attached.shows("Done there.");
    expect(attached.screen()).toContain("make a file");
    expect(existsSync(join(skein.home, "made"))).toBe(true);
  });
});
