import { shownFrame } from "./extension-pages.ts";
import { approve, fixed, phone, wide, type Shown } from "./shown.ts";

/** What waits for a person, and what others do meanwhile. */
export const askingScreens: readonly Shown[] = [
  ...[wide, phone].map((size, at): Shown => ({
    name: at === 0 ? "plan-proposal" : "phone-plan-proposal",
    ...size,
    isDark: at > 0,
    async go({ page, origin, say }, stage) {
      const client = await stage.client();
      const { session } = await client.createSession({ cwd: stage.project });
      await client.setMode({ session, mode: "plan" });
      await page.goto(`${origin}/#/s/${session}`);
      await say("plan the discount");
      await page.getByRole("heading", { name: "Go ahead with this plan?" }).waitFor();
    },
  })),
  {
    name: "elicitation",
    ...wide,
    async go({ page, begin }) {
      await begin("ask the station");
      await approve(page, "weather__station");
      await page.getByRole("heading", { name: "weather asks" }).waitFor();
      await page.getByLabel("City").fill("Ulm");
    },
  },
  {
    name: "subagents",
    ...wide,
    async go({ page, begin, ended }) {
      await begin("send two helpers");
      for (const one of ["cart", "tests"]) await approve(page, `Explain the ${one}`);
      await ended();
      await page.locator(".subagent summary").first().click();
      await page.locator(".subagent-items", { hasText: "The shop has three parts" }).waitFor();
    },
  },
  {
    name: "answer-note",
    ...wide,
    async go({ page, origin, begin }, stage) {
      const parent = await begin("send one to publish");
      await approve(page, "push it");
      await page.getByRole("heading", { name: "Run this command?" }).waitFor();
      await stage.restart("SIGKILL");
      const client = await stage.client();
      const { entries } = await client.listEntries({ session: parent });
      const child = entries.find(({ kind }) => kind === "child")?.["session"];
      await page.goto(`${origin}/#/s/${String(child)}`);
      await page.reload();

      await page.getByRole("button", { name: "No, and tell" }).click();
      await page.getByLabel("What should it do instead?").fill("Open a pull request.");
      await page.getByRole("button", { name: "Reject" }).click();
      await page.locator(".answer-note").waitFor();
    },
  },
  {
    name: "extension-page",
    ...wide,
    async go({ page, begin, ended }) {
      await begin("show the weather");
      const frame = await shownFrame(page);
      await frame.getByText("Ulm: sun, 21 °C").waitFor();
      await ended();
      await frame.locator("#refresh").click();
      await page.getByRole("heading", { name: "May the page call this tool?" }).waitFor();
    },
  },
  {
    name: "compare",
    ...wide,
    async go(screen) {
      await fixed(screen);
      const { page, say, ended } = screen;
      await say("Explain the shop");
      await ended();
      const ticks = page.locator(".timeline li button");
      await ticks.nth(1).waitFor();
      await ticks.first().hover();
      await page.mouse.down();
      await ticks.nth(1).hover();
      await page.mouse.up();
      await page.locator(".tick-menu .file-path", { hasText: "src/cart.js" }).click();
    },
  },
];
