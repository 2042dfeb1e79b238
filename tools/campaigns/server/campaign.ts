import { existsSync } from "node:fs";
import { defineCampaign } from "../runner/campaign.ts";
import { NotStarted } from "../runner/not-started.ts";
import { names, text, type Option } from "../runner/option.ts";
import { browserAttacks } from "./browser-attacks.ts";
import { loadAttacks } from "./load-attacks.ts";
import { ownServer, type OwnServer } from "./own-server.ts";
import { rawRequest, requestText } from "./raw-request.ts";
import { requestAttacks } from "./request-attacks.ts";
import type { Attack, Target } from "./target.ts";

const defaultBrowser = "/usr/bin/chromium";

const address: Option<URL | undefined> = {
  about: "Any other server (default: a `skein serve` of its own)",
  placeholder: "URL",
  isPositional: true,
  read([value]) {
    if (value === undefined || URL.canParse(value)) return value === undefined ? undefined : new URL(value);
    throw new NotStarted(`Invalid URL: "${value}". Use one like http://127.0.0.1:4000.`);
  },
};

export const campaign = defineCampaign({
  details: "Some attacks come from pages in a real browser. Fails if one is let in.",
  options: {
    address,
    token: text("TOKEN", "A token that is valid, to show that the other checks hold by themselves"),
    read: text("PATH", "Path that only its user may read (default: /)"),
    write: text("PATH", "Path of a POST that changes something (default: /)"),
    body: text("JSON", "Body of that POST (default: {})"),
    events: text("PATH", "Path of events or of a WebSocket (default: /)"),
    browser: text("FILE", `Program of the browser (default: ${defaultBrowser})`),
    only: names({
      about: "Only attacks whose name contains it",
      placeholder: "TEXT",
      noun: "attack",
      of: () => allAttacks(defaultBrowser, undefined).map(titleOf),
    }),
  },
  async run({ address: url, browser = defaultBrowser, only, token, ...paths }, report) {
    await using ours = url === undefined ? await ownServer() : undefined;
    const { read = "/", write = "/", body = "{}", events = "/" } = paths;
    const target: Target = ours?.target ?? { url: url!, token, read, write, body, events };
    const answer = await rawRequest(target, requestText(target, `GET ${target.read}`));
    if (answer.status < 200 || answer.status > 299)
      throw new NotStarted(
        `GET ${target.read} is answered ${answer.status} to its user: nothing could be shown.`,
      );

    const hasBrowser = existsSync(browser);
    const attacks = allAttacks(hasBrowser ? browser : undefined, ours?.link).filter((one) =>
      only.includes(titleOf(one)),
    );
    let letIn = 0;
    for (const attack of attacks) {
      const got = await attack.run(target);
      report.print(got === undefined ? `refused  ${titleOf(attack)}` : `LET IN   ${titleOf(attack)}: ${got}`);
      if (got === undefined) continue;
      letIn++;
      report.fail(`let in: ${titleOf(attack)}: ${got}`);
    }
    report.print(
      `${attacks.length} attacks on ${target.url.origin}: ${attacks.length - letIn} refused, ${letIn} let in.`,
    );
    if (!hasBrowser) report.print(`No browser at ${browser}: its attacks were left out.`);
  },
});

function allAttacks(browser: string | undefined, link: OwnServer["link"] | undefined): readonly Attack[] {
  return [
    ...requestAttacks,
    ...(browser === undefined ? [] : browserAttacks({ program: browser, link })),
    ...loadAttacks,
  ];
}

function titleOf({ group, name }: Attack): string {
  return `${group}: ${name}`;
}
