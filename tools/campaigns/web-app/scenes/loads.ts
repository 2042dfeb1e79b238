import { availableParallelism, loadavg } from "node:os";
import type { Page } from "playwright-core";
import { writeLongSession } from "../long-session.ts";
import { longestTaskOf } from "../longest-task.ts";
import { openScreen } from "../screen.ts";
import { streamText } from "../show-replies.ts";
import { closing } from "./closing.ts";
import { same, type Scene } from "./scene.ts";

/**
 * A task of the page that takes longer keeps a person waiting, in milliseconds. It is measured in processor time: by the
 * clock, each task also waits for the processors that others use.
 */
const longTaskMs = 50;

const deltas = 20_000;

export const loads: readonly Scene[] = [
  {
    name: `${deltas} deltas stream in without a task over ${longTaskMs} ms`,
    async play(stage) {
      const { page, context, begin, say } = await openScreen(stage);
      await using _ = closing(context);
      await begin("Hello");
      await page.getByText("Good. What is next?").waitFor();
      const startedAt = performance.now();
      const { cpuMs, clockMs } = await longestTaskOf(page, async () => {
        await say(`stream ${deltas}`);
        await page.locator(".outcome").nth(1).waitFor();
      });
      const seconds = (performance.now() - startedAt) / 1000;
      const shown = (await page.locator(".answer").last().textContent()) ?? "";
      const isWhole = withoutSpace(shown) === withoutSpace(streamText(deltas));
      same(isWhole, true, "the reply is whole, word for word");
      const load = (loadavg()[0] ?? 0) / availableParallelism();
      const figures = `longest task ${cpuMs.toFixed(1)} ms of processor time, ${Math.round(clockMs)} ms by the clock, with ${load.toFixed(1)} waiting for each processor`;
      if (cpuMs > longTaskMs) throw new Error(figures);
      return `${deltas} deltas in ${seconds.toFixed(1)} s; ${figures}`;
    },
  },
  {
    name: "a session of 2,000 messages opens at its end, and scrolls to its beginning",
    async play(stage) {
      const session = await writeLongSession(stage.home, stage.project, 2000);
      const { page, context, origin } = await openScreen(stage);
      await using _ = closing(context);
      await observeTasks(page);
      const startedAt = performance.now();
      await page.goto(`${origin}/#/s/${session}`);
      await page.getByText("Question 1000: what does part 1000 do?").first().waitFor();
      const openedMs = performance.now() - startedAt;
      same((await page.locator(".message").count()) < 200, true, "only what is near is drawn");
      await page.locator(".conversation").hover();
      for (let step = 0; step < 20_000 && !(await isAtTop(page)); step++) await page.mouse.wheel(0, -4000);
      await page.getByText("Question 1: what does part 1 do?").first().waitFor();
      await page.locator(".timeline li button").last().click();
      await page.getByRole("button", { name: "Show", exact: true }).click();
      await page.getByText("Question 1000: what does part 1000 do?").locator("visible=true").last().waitFor();
      const long = await longTasks(page);
      const most = Math.max(0, ...long);
      return `opened in ${Math.round(openedMs)} ms; longest task ${most === 0 ? "under 50" : Math.round(most)} ms`;
    },
  },
];

const withoutSpace = (text: string) => text.replaceAll(/\s+/g, "");

const isAtTop = (page: Page) =>
  page.evaluate<boolean>(`document.querySelector(".conversation").scrollTop === 0`);

function observeTasks(page: Page): Promise<void> {
  return page.evaluate(`{
    window.longTasks = [];
    new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) window.longTasks.push(duration);
    }).observe({ entryTypes: ["longtask"] });
  }`);
}

const longTasks = (page: Page) => page.evaluate<readonly number[]>(`window.longTasks.splice(0)`);
