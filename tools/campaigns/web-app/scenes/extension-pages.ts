import type { Frame, Page } from "playwright-core";
import { openScreen } from "../screen.ts";
import { closing } from "./closing.ts";
import { same, type Scene } from "./scene.ts";

/** Pages of an extension, and what they may reach. */
export const extensionPages: readonly Scene[] = [
  {
    name: "a page of an extension shows a result, and asks before it reaches out",
    async play(stage) {
      const { page, context, begin, errors } = await openScreen(stage);
      await using _ = closing(context);
      await begin("show the weather");
      const frame = await shownFrame(page);
      const said = frame.locator("#said");
      await said.getByText("Ulm: sun, 21 °C").waitFor();
      await frame.locator("#refresh").click();
      const wish = page.getByRole("region", { name: "May the page call this tool?" });
      await wish.getByText("weather__refresh").waitFor();
      await wish.getByRole("button", { name: "Reject" }).click();
      await said.getByText("rejected").waitFor();
      await frame.locator("#refresh").click();
      await wish.getByRole("button", { name: "Approve" }).click();
      await said.getByText("Ulm: rain, refreshed 1").waitFor(); // once: the rejected one was not run
      await frame.locator("#link").click();
      await page.getByText("https://maps.example.org/ulm").waitFor();
      await page.getByRole("button", { name: "Reject" }).click();
      await said.getByText('link {"isError":true}').waitFor();
      await frame.locator("#tell").click();
      await page.getByRole("button", { name: "Send", exact: true }).first().click();
      await said.getByText("told {}").waitFor();
      await page.locator(".message", { hasText: "It rains in Ulm." }).waitFor();
      await page.getByText('A page of "weather" calls weather__refresh').waitFor();
      same(errors, [], "errors of the page");
      return "";
    },
  },
  {
    name: "a hostile page of an extension reaches nothing",
    async play(stage) {
      const { page, context, begin, origin } = await openScreen(stage);
      await using _ = closing(context);
      await begin("spring the trap");
      const frame = await shownFrame(page);
      await frame.getByText("all tried").waitFor();
      const tries = await frame.locator("#tries li").allInnerTexts();
      same(
        tries.filter((line) => !line.endsWith(": refused")),
        [],
        "what the page reached",
      );
      await frame.locator("#leave").click();
      await page.waitForTimeout(500);
      const inside = page.frames().filter((one) => one !== page.mainFrame());
      same(inside.filter((one) => one.url().startsWith(origin)).length, 0, "frames with the app in it");
      same(context.pages().length, 1, "windows");
      same(new URL(page.url()).origin, origin, "the app's address");
      return `${tries.length} tries, all refused`;
    },
  },
];

/** The frame of the page, once its call was approved. */
export async function shownFrame(page: Page): Promise<Frame> {
  await page.locator(".approval", { hasText: "weather__" }).waitFor();
  await page.locator(".session-head h1").click();
  await page.keyboard.press("1");
  const element = await page.waitForSelector("iframe.result-page");
  const frame = await element.contentFrame();
  if (!frame) throw new Error("The page has no frame.");
  return frame;
}
