import { readFileSync } from "node:fs";
import { join } from "node:path";
import { openScreen } from "../screen.ts";
import { closing } from "./closing.ts";
import { same, type Scene } from "./scene.ts";

export const journeys: readonly Scene[] = [
  {
    name: "the timeline shows what a part changed, forks from it, and undoes it with its files",
    async play(stage) {
      const { page, context, begin, say, ended } = await openScreen(stage);
      await using _ = closing(context);
      await begin("Please fix the cart");
      await page.getByRole("heading", { name: "Run this command?" }).waitFor();
      await page.locator(".session-head h1").click();
      await page.keyboard.press("1");
      await page.getByRole("heading", { name: "Make this change?" }).waitFor();
      await page.keyboard.press("1");
      await ended();
      await say("Explain the shop");
      await ended();
      await page.locator(".timeline li").nth(1).waitFor();
      await page.locator(".timeline li button").first().click();
      await page.getByRole("button", { name: "Files", exact: true }).click();
      await page.locator(".tick-menu .file-path", { hasText: "src/cart.js" }).waitFor();
      const before = page.url();
      await page.getByRole("button", { name: "Fork" }).click();
      await page.waitForURL((url) => url.href !== before);
      await page.getByText("Fixed: the loop now starts at 0.").waitFor();
      same(await page.getByText("The shop has three parts:").count(), 0, "what came after the fork");
      await page.goto(before);
      await page.locator(".timeline li button").first().click();
      await page.getByRole("button", { name: "Undo to before this" }).click();
      await page.getByText("Fixed: the loop now starts at 0.").waitFor({ state: "hidden" });
      const cart = readFileSync(join(stage.project, "src/cart.js"), "utf8");
      same(cart.includes("let index = 1;"), true, "the file is what it was");
      return "";
    },
  },
  {
    name: "a command shows what it came to",
    async play(stage) {
      const { page, context, begin, ended, say } = await openScreen(stage);
      await using _ = closing(context);
      await begin("Hello");
      await ended();
      await page.getByLabel("Message", { exact: true }).fill("/cost");
      await page.locator(".menu [role=option]").first().waitFor();
      await say("/cost");
      await page.getByRole("region", { name: "Result of /cost" }).waitFor();
      same(await page.locator(".message").count(), 1, "messages: a command is none");
      return "";
    },
  },
  {
    name: "a recipe begins a session from its form",
    async play(stage) {
      const { page, context, begin, ended } = await openScreen(stage);
      await using _ = closing(context);
      await begin("Hello"); // a folder is known by its sessions
      await ended();
      await page.getByRole("navigation", { name: "Machine" }).getByText("Recipes").click();
      await page.getByRole("button", { name: "Use explain" }).click();
      await page.getByLabel("part").fill("cart");
      await page.getByLabel("tone").selectOption("kind");
      await page.getByRole("button", { name: "Start" }).click();
      await page.locator(".message", { hasText: "Explain the cart in a kind tone." }).waitFor();
      await ended();
      return "";
    },
  },
  {
    name: "a question of another session is answered from any page",
    async play(stage) {
      const { page, context, origin } = await openScreen(stage);
      await using _ = closing(context);
      const client = await stage.client();
      const { session } = await client.createSession({ cwd: stage.project, name: "Elsewhere" });
      await client.sendMessage({ session, input: "push it" });
      await page.goto(`${origin}/#/costs`);
      await page.locator(".other-questions summary").click();
      const box = page.locator(".other-questions > div", { hasText: "Elsewhere" });
      await box.getByRole("button", { name: /^4/ }).click();
      await box.getByLabel("What should it do instead?").fill("Nothing.");
      await box.getByRole("button", { name: "Reject" }).click();
      await box.waitFor({ state: "hidden" });
      same((await client.listQuestions({ session })).questions, [], "open questions");
      return "";
    },
  },
  {
    name: "a picture that is dropped goes with the message, and @ completes a file",
    async play(stage) {
      const { page, context, begin, ended } = await openScreen(stage);
      await using _ = closing(context);
      await begin("Hello");
      await ended();
      const picture = { name: "dot.png", mimeType: "image/png", buffer: Buffer.from(dot, "base64") };
      await page.locator("input[type=file]").setInputFiles(picture);
      await page.getByRole("list", { name: "Attachments" }).getByText("dot.png").waitFor();
      await page.getByLabel("Message", { exact: true }).fill("Look at @src/ca");
      await page.locator(".menu [role=option]").first().click();
      same(
        await page.getByLabel("Message", { exact: true }).inputValue(),
        "Look at @src/cart.js ",
        "the text",
      );
      await page.getByRole("button", { name: "Send" }).click();
      await page.locator(".message img").waitFor();
      await ended();
      return "";
    },
  },
];

/** A picture of one dot. */
const dot =
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==";
