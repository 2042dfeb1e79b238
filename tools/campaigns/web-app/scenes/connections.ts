import type { Page } from "playwright-core";
import { answersOf, openScreen, screenOf } from "../screen.ts";
import { slowWords } from "../show-replies.ts";
import { closing } from "./closing.ts";
import { same, type Scene } from "./scene.ts";

/** A part of the reply that streams in is on the screen. */
const hasBegun = (page: Page) => page.locator(".answer", { hasText: "The cart adds" }).last().waitFor();

/** The reply stands there once, and whole. */
async function hasWholeReply(page: Page): Promise<void> {
  await page.locator(".outcome").first().waitFor();
  same(await answersOf(page), [slowWords], "the answer");
}

export const connections: readonly Scene[] = [
  {
    name: "a page that is loaded again in mid-reply shows all of it once",
    async play(stage) {
      const { page, context, begin } = await openScreen(stage);
      await using _ = closing(context);
      await begin("Tell it slowly");
      await hasBegun(page);
      await page.reload();
      await hasBegun(page);
      same((await answersOf(page)).join("").length < slowWords.length, true, "the reply is still on its way");
      stage.letGoOn();
      await hasWholeReply(page);
      return "";
    },
  },
  {
    name: "a connection that breaks in mid-reply goes on where it was",
    async play(stage) {
      const { page, context, begin } = await openScreen(stage);
      await using _ = closing(context);
      await begin("Tell it slowly");
      await hasBegun(page);
      await context.setOffline(true);
      await page.waitForTimeout(500);
      stage.letGoOn();
      await context.setOffline(false);
      await hasWholeReply(page);
      return "";
    },
  },
  {
    name: "two tabs show the same, whichever writes",
    async play(stage) {
      const first = await openScreen(stage);
      await using _ = closing(first.context);
      const session = await first.begin("Tell it slowly");
      const page = await first.context.newPage();
      const second = screenOf(page, { ...first, stage });
      await page.goto(`${first.origin}/#/s/${session}`);
      await Promise.all([hasBegun(first.page), hasBegun(page)]);
      stage.letGoOn();
      await Promise.all([hasWholeReply(first.page), hasWholeReply(page)]);
      await second.say("Thanks");
      await first.page.getByText("Good. What is next?").waitFor();
      await page.getByText("Good. What is next?").waitFor();
      same(await answersOf(page), await answersOf(first.page), "the second tab");
      return "";
    },
  },
  {
    name: "Stop ends a run, and a message that was queued is not lost",
    async play(stage) {
      const { page, context, begin, say, ended } = await openScreen(stage);
      await using _ = closing(context);
      await begin("Tell it slowly");
      await hasBegun(page);
      await say("And then the docs");
      await page.locator(".message", { hasText: "And then the docs" }).waitFor();
      await page.getByRole("button", { name: "Stop", exact: true }).click();
      await page.getByText("Stopped").waitFor();
      await ended();
      await page.locator(".message", { hasText: "And then the docs" }).waitFor();
      return "";
    },
  },
  {
    name: "a server that is killed while a tool runs comes back: the page goes on, and nothing stands there twice",
    async play(stage) {
      const { page, context, begin, say, ended } = await openScreen(stage);
      await using _ = closing(context);
      await begin("wait long");
      await page.locator('.call[data-state="running"]').waitFor();
      await stage.restart("SIGKILL");
      // The browser stays logged in: its user need not do anything but open the page again.
      await page.reload();
      await page.locator(".message", { hasText: "wait long" }).waitFor();
      await say("Go on");
      await page.locator(".answer").last().waitFor();
      await ended();
      same(await page.locator(".message", { hasText: "wait long" }).count(), 1, "the message");
      same(await page.locator(".call").count(), 1, "calls");
      return (await page.locator(".call").getAttribute("data-state")) ?? "";
    },
  },
];
