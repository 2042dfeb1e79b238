import type { Page } from "playwright-core";
import { explained, phone, wide, type Shown } from "./shown.ts";

const toPage = async (page: Page, name: string) => {
  const navigation = page.getByRole("navigation", { name: "Machine" });
  if (!(await navigation.isVisible())) await page.getByRole("button", { name: "Sessions" }).click();
  await navigation.getByText(name).click();
  await page.getByRole("heading", { name, level: 1 }).waitFor();
};

/** Pages of the machine, with something on each. */
export const machineScreens: readonly Shown[] = [
  {
    name: "machine-schedules",
    ...wide,
    async go(screen) {
      await explained(screen);
      const { page } = screen;
      await toPage(page, "Schedules");
      await addSchedule(page, "tidy-up");
      await page.getByRole("heading", { name: "tidy-up" }).waitFor();
      await page.getByRole("button", { name: "Run tidy-up now" }).click();
      await page.getByText("History").click();
    },
  },
  {
    name: "machine-schedule-form",
    ...phone,
    async go(screen) {
      await explained(screen);
      const { page } = screen;
      await toPage(page, "Schedules");
      await page.getByRole("button", { name: "New schedule" }).click();
      await page.getByLabel("Name").fill("tidy-up");
    },
  },
  {
    name: "machine-extensions",
    ...wide,
    async go(screen) {
      await explained(screen);
      const { page } = screen;
      await toPage(page, "Extensions");
      await page.locator(".card", { hasText: "weather" }).locator("summary").click();
      await page.getByText("Tells the forecast.").waitFor();
    },
  },
  {
    name: "machine-permissions",
    ...wide,
    isDark: true,
    async go(screen) {
      await explained(screen);
      const { page } = screen;
      await toPage(page, "Permissions");
      await page.getByLabel("Rule", { exact: true }).fill("shell(git push *)");
      await page.getByLabel("Decision").selectOption("ask");
      await page.getByRole("button", { name: "Add rule" }).click();
      await page.getByText("shell(git push *)").first().waitFor();
      await page.getByLabel("What would be decided of a command?").fill("git push origin main");
      await page.getByRole("button", { name: "Explain" }).click();
      await page.getByText("It would ask").waitFor();
    },
  },
  {
    name: "machine-settings",
    ...wide,
    async go(screen) {
      await explained(screen);
      const { page } = screen;
      await toPage(page, "Settings");
      await page.locator(".setting").nth(5).waitFor();
    },
  },
  {
    name: "machine-costs",
    ...wide,
    async go(screen) {
      await explained(screen);
      const { page } = screen;
      await toPage(page, "Costs");
      await page.locator(".chart rect").first().waitFor();
    },
  },
];

async function addSchedule(page: Page, name: string): Promise<void> {
  await page.getByRole("button", { name: "New schedule" }).click();
  await page.getByLabel("Name").fill(name);
  await page.getByLabel("When").fill("0 9 * * 1-5");
  await page.getByLabel("Task").fill("Tidy up the shop.");
  await page.getByRole("button", { name: "Add schedule" }).click();
}
