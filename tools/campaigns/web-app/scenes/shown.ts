import type { Page } from "playwright-core";
import type { Screen } from "../screen.ts";
import type { Stage } from "../stage.ts";

/** A screen of the app, of which a picture is taken. */
export interface Shown {
  readonly name: string;
  readonly width: number;
  readonly height: number;
  readonly isDark?: boolean;
  /** Leads to the screen. */
  readonly go: (screen: Screen, stage: Stage) => Promise<void>;
}

export const wide = { width: 1440, height: 900 };
export const phone = { width: 390, height: 844 };

/** Has the defect of the project fixed. */
export async function fixed({ page, begin, ended }: Screen): Promise<void> {
  await begin("Please fix the cart");
  await page.getByRole("heading", { name: "Run this command?" }).waitFor();
  await page.locator(".session-head h1").click();
  await page.keyboard.press("1");
  await page.getByRole("heading", { name: "Make this change?" }).waitFor();
  await page.keyboard.press("1");
  await ended();
}

export async function explained({ page, begin, ended }: Screen): Promise<void> {
  await begin("Explain the shop");
  await ended();
  await page.locator(".hl-keyword").first().waitFor();
}

export async function tab(page: Page, name: string): Promise<void> {
  await page.getByRole("tab", { name }).click();
}

/** Presses the key that approves what waits. */
export async function approve(page: Page, what: string): Promise<void> {
  await page.locator(".approval", { hasText: what }).first().waitFor();
  await page.locator(".session-head h1").click();
  await page.keyboard.press("1");
}
