import { mkdirSync } from "node:fs";
import { join } from "node:path";
import axe from "axe-core";
import type { Page } from "playwright-core";
import { openScreen } from "../screen.ts";
import { askingScreens } from "./asking-screens.ts";
import { closing } from "./closing.ts";
import { machineScreens } from "./machine-screens.ts";
import { same, type Scene } from "./scene.ts";
import { explained, fixed, phone, tab, wide, type Shown } from "./shown.ts";

const shownScreens: readonly Shown[] = [
  {
    name: "start",
    ...wide,
    go: async ({ page }) => page.getByRole("heading", { name: "What shall be done?" }).waitFor(),
  },
  { name: "answer", ...wide, go: explained },
  { name: "answer-dark", ...wide, isDark: true, go: explained },
  {
    name: "approval",
    ...wide,
    async go({ page, begin }) {
      await begin("push it");
      await page.getByRole("heading", { name: "Run this command?" }).waitFor();
    },
  },
  {
    name: "question",
    ...wide,
    async go({ page, begin }) {
      await begin("which colour");
      await page.getByLabel("Green").check();
    },
  },
  {
    name: "change",
    ...wide,
    async go(screen) {
      await fixed(screen);
      const { page } = screen;
      await page.locator("summary", { hasText: "edit: src/cart.js" }).click();
      await page.locator(".file-path").first().click();
    },
  },
  {
    name: "plan",
    ...wide,
    async go(screen) {
      await fixed(screen);
      await tab(screen.page, "Plan");
      await screen.page.getByText("Start the loop at 0").last().waitFor();
    },
  },
  {
    name: "context",
    ...wide,
    isDark: true,
    async go(screen) {
      await explained(screen);
      await tab(screen.page, "Context");
      await screen.page.locator("meter").waitFor();
    },
  },
  {
    name: "costs",
    ...wide,
    async go(screen) {
      await fixed(screen);
      await tab(screen.page, "Costs");
      await screen.page.locator(".chart rect").first().waitFor();
    },
  },
  {
    name: "events",
    ...wide,
    async go(screen) {
      await explained(screen);
      await tab(screen.page, "Events");
      await screen.page.getByText("user-message").first().click();
    },
  },
  {
    name: "timeline",
    ...wide,
    isDark: true,
    async go(screen) {
      await fixed(screen);
      await screen.say("Explain the shop");
      await screen.ended();
      await screen.page.locator(".timeline .mark").first().waitFor();
      await screen.page.locator(".timeline button").first().click();
    },
  },
  {
    name: "commands",
    ...wide,
    async go({ page, begin, ended }) {
      await begin("Hello");
      await ended();
      await page.getByLabel("Message", { exact: true }).fill("/co");
      await page.locator(".menu [role=option]").first().waitFor();
    },
  },
  {
    name: "recipe",
    ...wide,
    async go(screen) {
      await explained(screen);
      const { page } = screen;
      await page.getByRole("navigation", { name: "Machine" }).getByText("Recipes").click();
      await page.getByRole("button", { name: "Use explain" }).click();
      await page.getByLabel("part").fill("cart");
    },
  },
  ...askingScreens,
  ...machineScreens,
  {
    name: "phone",
    ...phone,
    async go({ page, begin }) {
      await begin("push it");
      await page.getByRole("heading", { name: "Run this command?" }).waitFor();
    },
  },
  {
    name: "phone-sessions",
    ...phone,
    isDark: true,
    async go({ page }) {
      await page.getByRole("button", { name: "Sessions" }).click();
      await page.getByRole("searchbox").waitFor();
    },
  },
  {
    name: "phone-files",
    ...phone,
    async go(screen) {
      await fixed(screen);
      await screen.page.getByRole("button", { name: "Inspector" }).click();
      await screen.page.locator(".file-path").first().click();
    },
  },
];

/** Each screen without errors of scripts, and without violations of the rules of accessibility. */
export function screens(pictures: string | undefined): readonly Scene[] {
  return shownScreens.map(({ name, width, height, isDark = false, go }) => ({
    name: `screen ${name}`,
    async play(stage) {
      const colorScheme = isDark ? "dark" : "light";
      const screen = await openScreen(stage, {
        viewport: { width, height },
        colorScheme,
        reducedMotion: "reduce",
      });
      await using _ = closing(screen.context);
      await go(screen, stage);
      if (pictures !== undefined) await picture(screen.page, pictures, name);
      same(await violations(screen.page), [], "violations");
      same(screen.errors, [], "errors of the page");
      const [wanted, got] = [
        width,
        await screen.page.evaluate<number>(`document.documentElement.scrollWidth`),
      ];
      same(got, wanted, "the width of the page");
      return "";
    },
  }));
}

async function picture(page: Page, folder: string, name: string): Promise<void> {
  mkdirSync(folder, { recursive: true }); // oxlint-disable-line
  await page.waitForTimeout(300);
  await page.screenshot({ path: join(folder, `${name}.png`) });
}

interface Violation {
  readonly id: string;
  readonly nodes: readonly { readonly target: readonly string[]; readonly failureSummary?: string }[];
}

/** Rules of accessibility that the page breaks, with the first place of each. */
async function violations(page: Page): Promise<readonly string[]> {
  await page.evaluate(axe.source);
  const found = await page.evaluate<readonly Violation[]>(`axe.run().then(({ violations }) => violations)`);
  return found.map(({ id, nodes }) => `${id} at ${nodes[0]?.target.join(" ")}: ${nodes[0]?.failureSummary}`);
}
