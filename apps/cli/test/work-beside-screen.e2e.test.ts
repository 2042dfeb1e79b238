import { existsSync } from "node:fs";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { quietMs } from "@skein/terminal-chat/questions";
import { anthropicServer } from "@skein/provider-conformance/servers";
import { describe, expect, it } from "vitest";
import { shell } from "./replies.ts";
import { skeinHome } from "./skein.ts";
import { expectDocsScreen } from "./docs-screen.ts";
import { hasTmux, skeinInTmux, type InTmux } from "./tmux.ts";

const sizes = [
  [80, 24],
  [200, 50],
] as const;

describe.runIf(hasTmux)("a task that a chat gives to the background", () => {
  it.each(sizes)(
    "is listed, watched, answered and stopped in terminals of %i columns and %i rows",
    async (...size) => {
      await using server = await anthropicServer([
        { parts: [shell("t1", "touch made")] },
        { parts: [shell("t2", "touch other")] },
        { parts: [shell("t3", "sleep 300")] },
      ]);
      await using skein = await skeinHome(server.url);
      const env = {
        ANTHROPIC_BASE_URL: server.url,
        ANTHROPIC_API_KEY: "sk-ant-test-key-0123456789",
        SKEIN_NO_KEYRING: "1",
        SKEIN_LAUNCHER: "off",
        SKEIN_REDUCED_MOTION: "1",
        SKEIN_SANDBOX: "off",
      };
      const look = { cwd: skein.home, env, size };
      const captured = (name: string, { screen }: Pick<InTmux, "screen">) =>
        expectDocsScreen(expect, screen, name, size);
      const state = async () => (await skein.here(["ps"])).stdout;
      const asks = (command: string) => expect.poll(state).toContain(`? shell ${command}`);
      await using chat = skeinInTmux([], look);
      await chat.shows("/help");
      chat.literally("/bg make a file");
      await chat.shows("/bg make a file");
      chat.keys("Enter");
      await chat.shows("skein attach");
      expect(chat.screen()).toMatch(/Session \S+ works on it in the background\./);
      await captured("work-bg", chat);
      chat.literally("/exit");
      chat.keys("Enter");
      await chat.ended();
      await asks("touch made");
      await using listed = skeinInTmux(["ps"], { ...look, stays: true });
      await listed.shows("asks: skein answer");
      await captured("work-ps", listed);
      await using answered = skeinInTmux(["answer"], { ...look, stays: true });
      await answered.shows("goes on by itself");
      await captured("work-answer", answered);
      expect(await skein.here(["answer", "--allow", "once"])).toMatchObject({ exitCode: 0 });
      await asks("touch other");
      expect(existsSync(join(skein.home, "made"))).toBe(true);
      await using attached = skeinInTmux(["attach"], look);
      await attached.shows("touch other");
      await attached.shows("❯ Yes, once");
      await captured("work-attach", attached);
      await setTimeout(2 * quietMs); // Enter that comes with a question is not for it
      attached.keys("Enter");
      await expect.poll(() => existsSync(join(skein.home, "other"))).toBe(true);
      await expect.poll(state).toContain("running");
      const [id = ""] = /\d{8}-\d{6}-\w+/.exec(await state()) ?? [];
      await using stopped = skeinInTmux(["stop", id], { ...look, stays: true });
      await expect.poll(state).toContain("cancelled");
      await stopped.shows(id);
      await captured("work-stop", stopped);
    },
  );
});
