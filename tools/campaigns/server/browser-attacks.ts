import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { chromium, type BrowserContext } from "playwright-core";
import type { Attack, Target } from "./target.ts";

/** The browser finds this name at 127.0.0.1, as after DNS rebinding. */
const foreignName = "rebound.test";

export interface BrowserOptions {
  /** Program of the browser. */
  readonly program: string;
  /** Logs the browser in, so that it has a cookie; none: the server has no cookies. */
  readonly link: (() => Promise<string>) | undefined;
}

/** Attacks of pages, in a real browser that its user has logged in with. */
export function browserAttacks({ program, link }: BrowserOptions): readonly Attack[] {
  return Object.entries(pages).map(([name, page]) => ({
    group: "browser",
    name,
    async run(target) {
      const browser = await chromium.launch({
        executablePath: program,
        args: [
          "--no-sandbox",
          `--host-resolver-rules=MAP ${foreignName} 127.0.0.1`,
          // Newer browsers ask before a page reaches this machine; a server cannot count on that.
          "--disable-features=LocalNetworkAccessChecks,BlockInsecurePrivateNetworkRequests",
        ],
      });
      const attacker = await serveAttacker();
      try {
        const context = await browser.newContext();
        if (link) await logIn(context, target, await link());
        return await page({ context, target, attacker: originOf(attacker) });
      } finally {
        attacker.close();
        await browser.close();
      }
    },
  }));
}

/** Without a cookie the attacks would show nothing. */
async function logIn(context: BrowserContext, { url, read }: Target, link: string): Promise<void> {
  const page = await context.newPage();
  await page.goto(link);
  const answer = await page.goto(new URL(read, url).href);
  if (!answer?.ok()) throw new Error(`The browser that was logged in is answered ${answer?.status()}.`);
}

interface PageScope {
  readonly context: BrowserContext;
  readonly target: Target;
  /** Origin of a page of the attacker, on this machine. */
  readonly attacker: string;
}

type PageAttack = (scope: PageScope) => Promise<string | undefined>;

const pages: Readonly<Record<string, PageAttack>> = {
  "DNS rebinding reads": (scope) =>
    rebound(scope, (path) => `fetch(${path.read}).then(r => r.ok && r.text())`),
  "DNS rebinding writes": (scope) =>
    rebound(
      scope,
      (path) =>
        `fetch(${path.write}, { method: "POST", headers: { "content-type": "application/json" }, body: ${path.body} }).then(r => r.ok && r.text())`,
    ),
  "DNS rebinding opens a WebSocket": (scope) =>
    rebound(scope, (path) => socketScript(`"ws://" + location.host + ${path.events}`)),
  "a foreign page reads": (scope) =>
    foreign(scope, (path) => `fetch(${path.read}, { credentials: "include" }).then(r => r.text())`),
  "a foreign page reads events": (scope) =>
    foreign(
      scope,
      (path) =>
        `new Promise(d => { const e = new EventSource(${path.events}, { withCredentials: true }); e.onopen = () => d("opened"); e.onerror = () => d(false); })`,
    ),
  "a foreign page opens a WebSocket": (scope) =>
    foreign(scope, (path) => socketScript(`${path.events}.replace("http", "ws")`)),
  "a foreign page writes JSON": (scope) =>
    written(
      scope,
      (path) =>
        `fetch(${path.write}, { method: "POST", credentials: "include", headers: { "content-type": "application/json" }, body: ${path.body} })`,
    ),
  "a foreign page writes text that is JSON": (scope) =>
    written(
      scope,
      (path) =>
        `fetch(${path.write}, { method: "POST", mode: "no-cors", credentials: "include", body: ${path.body} })`,
    ),
  "a foreign page sends a beacon": (scope) =>
    written(scope, (path) => `navigator.sendBeacon(${path.write}, ${path.body})`),
  "a foreign page sends a form": (scope) =>
    written(
      scope,
      (path) =>
        `(() => { const f = document.createElement("form"); f.method = "POST"; f.enctype = "text/plain"; f.action = ${path.write}; const i = document.createElement("input"); i.name = ${path.body}.slice(0, -1) + ',"x":"'; i.value = '"}'; f.append(i); document.body.append(f); f.submit(); })()`,
    ),
  async "a foreign page shows it in a frame"({ context, target, attacker }) {
    const page = await context.newPage();
    const address = new URL(target.read, target.url).href;
    await page.goto(attacker);
    const shown = page.waitForResponse(address, { timeout: 2000 }).catch(() => undefined);
    await page.setContent(`<iframe src="${address}"></iframe>`);
    return (await shown)?.ok() ? "it was shown" : undefined;
  },
};

interface ScriptPaths {
  readonly read: string;
  readonly write: string;
  readonly body: string;
  readonly events: string;
}

/** A page that was loaded under a foreign name, whose name leads to this machine now: the server's own port, another host. */
async function rebound(
  { context, target }: PageScope,
  script: (paths: ScriptPaths) => string,
): Promise<string | undefined> {
  const page = await context.newPage();
  const start = `http://${foreignName}:${target.url.port}/attacker`;
  await page.route(start, (route) =>
    route.fulfill({ contentType: "text/html", body: "<body>attacker</body>" }),
  );
  await page.goto(start);
  return got(await page.evaluate(caught(script(pathsOf(target, "")))));
}

async function foreign(
  { context, target, attacker }: PageScope,
  script: (paths: ScriptPaths) => string,
): Promise<string | undefined> {
  const page = await context.newPage();
  await page.goto(attacker);
  return got(await page.evaluate(caught(script(pathsOf(target, target.url.origin)))));
}

/** What the page is told does not matter, only whether the server did it. */
async function written(
  scope: PageScope,
  script: (paths: ScriptPaths) => string,
): Promise<string | undefined> {
  const page = await scope.context.newPage();
  const statuses: number[] = [];
  await page.goto(scope.attacker);
  page.on("response", (response) => {
    if (response.request().method() === "POST") statuses.push(response.status());
  });
  await page.evaluate(caught(script(pathsOf(scope.target, scope.target.url.origin)))).catch(() => undefined);
  await page.waitForTimeout(700);
  const done = statuses.find((status) => status >= 200 && status < 300);
  return done === undefined ? undefined : `the server answered ${done}`;
}

function pathsOf(target: Target, origin: string): ScriptPaths {
  const text = (path: string) => JSON.stringify(`${origin}${path}`);
  return {
    read: text(target.read),
    write: text(target.write),
    events: text(target.events),
    body: JSON.stringify(target.body),
  };
}

function socketScript(address: string): string {
  return `new Promise(d => { const s = new WebSocket(${address}); s.onopen = () => d("opened"); s.onerror = () => d(false); })`;
}

function caught(script: string): string {
  return `Promise.resolve().then(() => ${script}).then(v => v ? String(v) : "", () => "")`;
}

function got(text: unknown): string | undefined {
  return typeof text === "string" && text !== ""
    ? `the page got ${JSON.stringify(text.slice(0, 60))}`
    : undefined;
}

async function serveAttacker(): Promise<Server> {
  const server = createServer((_, response) =>
    response.setHeader("content-type", "text/html").end("<body>attacker</body>"),
  );
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return server;
}

function originOf(server: Server): string {
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}
