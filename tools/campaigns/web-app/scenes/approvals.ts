import { readFileSync } from "node:fs";
import { join } from "node:path";
import { openScreen } from "../screen.ts";
import { closing } from "./closing.ts";
import { same, type Scene } from "./scene.ts";

export const approvals: readonly Scene[] = [
  {
    name: "keys approve a command and an edit, whose diff is shown first",
    async play(stage) {
      const { page, context, begin, ended, errors } = await openScreen(stage);
      await using _ = closing(context);
      await begin("Please fix the cart");
      await page.getByRole("heading", { name: "Run this command?" }).waitFor();
      await page.locator(".approval .call-text", { hasText: "node --test" }).waitFor();
      await page.getByText("Yes, and always allow shell(node --test [known]) in this folder").waitFor();
      await page.locator(".session-head h1").click(); // keys are for what one writes while one writes
      await page.keyboard.press("1");
      await page.getByRole("heading", { name: "Make this change?" }).waitFor();
      await page.locator(".approval .diff-added", { hasText: "let index = 0;" }).first().waitFor();
      await page.keyboard.press("1");
      await ended();
      same(
        readFileSync(join(stage.project, "src/cart.js"), "utf8").includes("let index = 0;"),
        true,
        "the file",
      );
      await page.locator(".call", { hasText: "edit: src/cart.js" }).getByText("+1 −1").waitFor();
      same(errors, [], "errors of the page");
      return "";
    },
  },
  {
    name: "a command is edited before it is allowed, and another one is rejected with what to do instead",
    async play(stage) {
      const { page, context, begin, say, ended } = await openScreen(stage);
      await using _ = closing(context);
      await begin("push it");
      await page.getByRole("button", { name: "Edit the command first" }).click();
      await page.getByLabel("Command").last().fill("echo pushed > pushed.txt");
      await page.getByRole("button", { name: "Allow once, as edited" }).click();
      await ended();
      same(
        readFileSync(join(stage.project, "pushed.txt"), "utf8"),
        "pushed\n",
        "what the edited command wrote",
      );
      await say("push it again");
      await page.getByRole("button", { name: /^4/ }).click();
      await page.getByLabel("What should it do instead?").fill("Open a pull request.");
      await page.getByRole("button", { name: "Reject" }).click();
      await ended();
      await page.locator('.call[data-state="denied"]').waitFor();
      return "";
    },
  },
  {
    name: "questions with options are answered in a form",
    async play(stage) {
      const { page, context, begin, ended } = await openScreen(stage);
      await using _ = closing(context);
      await begin("which colour");
      await page.getByLabel("Green").check();
      same(
        await page.getByRole("button", { name: "Answer" }).isDisabled(),
        true,
        "an answer that is not complete",
      );
      await page.getByLabel("Cart", { exact: true }).check();
      await page.getByLabel("Checkout").check();
      await page.getByRole("button", { name: "Answer" }).click();
      await ended();
      await page.locator("summary", { hasText: "ask_user" }).click();
      await page.getByText("Green").first().waitFor();
      await page.getByText("Checkout").first().waitFor();
      return "";
    },
  },
];
