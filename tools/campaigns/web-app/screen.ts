import type { BrowserContext, Page } from "playwright-core";
import type { Stage } from "./stage.ts";

/** A page of the app, and what one does in it. */
export interface Screen {
  readonly page: Page;
  readonly origin: string;
  readonly context: BrowserContext;
  /** Errors of scripts and of the Content Security Policy, since it was opened. */
  readonly errors: readonly string[];
  /** Begins a session with a first message. Resolves with its id. */
  readonly begin: (words: string) => Promise<string>;
  /** Sends a message in the session that is shown. */
  readonly say: (words: string) => Promise<void>;
  /** Waits for the end of the run that is on. */
  readonly ended: () => Promise<void>;
}

export async function openScreen(stage: Stage, options: Parameters<Stage["logIn"]>[0] = {}): Promise<Screen> {
  const { context, origin } = await stage.logIn({ viewport: { width: 1440, height: 900 }, ...options });
  const page = await context.newPage();
  await page.goto(origin);
  return screenOf(page, { stage, origin, context });
}

interface ScreenParts {
  readonly stage: Stage;
  readonly origin: string;
  readonly context: BrowserContext;
}

export function screenOf(page: Page, { stage, origin, context }: ScreenParts): Screen {
  const errors: string[] = [];
  page.setDefaultTimeout(120_000); // against what hangs, not for speed
  page.on("pageerror", ({ message }) => errors.push(message));
  page.on("console", (message) => {
    if (message.type() === "error" && !message.text().includes("Failed to load resource"))
      errors.push(message.text());
  });
  async function say(words: string): Promise<void> {
    await page.getByLabel("Message", { exact: true }).fill(words);
    await page.getByRole("button", { name: /^(?:Send|Queue|Steer)$/ }).click();
  }
  return {
    page,
    origin,
    context,
    errors,
    async begin(words) {
      stage.restoreProject();
      const { session } = await (await stage.client()).createSession({ cwd: stage.project });
      await page.goto(`${origin}/#/s/${session}`);
      await say(words);
      return session;
    },
    say,
    async ended() {
      const stop = page.getByRole("button", { name: "Stop", exact: true });
      await stop.waitFor({ timeout: 3000 }).catch(() => undefined); // it may be over already
      await stop.waitFor({ state: "hidden" });
    },
  };
}

/** The answers that are shown, word for word. */
export function answersOf(page: Page): Promise<readonly string[]> {
  return page.locator(".column > .answer, .slice > .answer").allInnerTexts();
}
