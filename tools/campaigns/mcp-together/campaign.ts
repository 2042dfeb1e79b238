import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { homedir } from "node:os";
import { join } from "node:path";
import { groupedNumber } from "../../../packages/protocol/src/index.ts";
import { temporaryFolder } from "../../../packages/test-kit/src/index.ts";
import { defineCampaign } from "../runner/campaign.ts";
import { installServers } from "./install-servers.ts";
import { listedOffers } from "./listed-offers.ts";
import { shownServers, type Bench, type ShownServer } from "./servers.ts";
import { callId, showRun, type ShownRun } from "./show-run.ts";

export const campaign = defineCampaign({
  details:
    "They are installed once into a folder of the user's cache. Two need Debian's chromium; without it they are left out. Fails if a call does.",
  options: {},
  async run(_, report) {
    const cache = join(process.env["XDG_CACHE_HOME"] ?? join(homedir(), ".cache"), "skein-show-mcp");
    const chromium = ["/usr/bin/chromium", "/usr/bin/chromium-browser"].find(existsSync);
    const servers = shownServers.filter(({ needsBrowser }) => !needsBrowser || chromium !== undefined);
    for (const { name } of shownServers.filter((server) => !servers.includes(server)))
      report.print(`Left out: ${name}, which needs Chromium (apt-get install chromium).`);

    report.progress("installing the servers …");
    const problem = await installServers(cache, servers);
    if (problem !== undefined) {
      report.fail(problem);
      return;
    }

    await using folder = await temporaryFolder();
    await using page = await servedPage();
    const bench: Bench = { folder: folder.path, page: page.url, chromium };
    layOut(bench);
    const plan = { bench, cache, servers };
    report.progress("first start …");
    const first = await showRun({ ...plan, makesCalls: true });
    report.progress("second start …");
    const second = await showRun({ ...plan, makesCalls: false });
    const unlimited = { toolCount: 10_000, toolTokens: 10_000_000 };
    const allListed = await showRun({ ...plan, makesCalls: false, settings: unlimited });
    const offers = await listedOffers(plan);

    report.table([
      [
        "server",
        "version",
        "tools",
        "prompts",
        "resources",
        "ready",
        "calls made",
        "prompt filled",
        "resource read",
      ],
      ...servers.map((server) => {
        const offer = offers.get(server.name);
        const counts = [offer?.tools, offer?.prompts, offer?.resources].map((count) => `${count ?? "?"}`);
        const ready = `${((offer?.readyMs ?? 0) / 1_000).toFixed(1)} s`;
        const calls = callsOf(server, bench, first);
        for (const { failure } of calls) if (failure !== undefined) report.fail(failure);
        const made = calls.map(({ text }) => text).join(", ");
        const done = [made, ...[offer?.filled, offer?.read].map((one) => one ?? "-")];
        return [server.package, server.version, ...counts, ready, ...done];
      }),
    ]);
    report.print("");
    report.table([
      ["first request", "after", "tools", "bytes", "tokens (4 bytes each)"],
      requestRow("first start", first),
      requestRow("second start", second),
      requestRow("second start, all tools listed", allListed),
    ]);
    for (const { exitCode, said } of [first, second, allListed])
      if (exitCode !== 0) report.fail(`The command ended with ${exitCode}: ${said}`);
  },
});

interface ShownCall {
  readonly text: string;
  readonly failure?: string;
}

function callsOf(server: ShownServer, bench: Bench, { results }: ShownRun): readonly ShownCall[] {
  return server.calls(bench).map((call) => {
    const result = results.get(callId(server, call));
    if (result?.includes(call.contains)) return { text: call.tool };
    const failure = `${server.name} ${call.tool} returned: ${result ?? "nothing"}`;
    return { text: `${call.tool} FAILED`, failure };
  });
}

function requestRow(title: string, { firstRequest }: ShownRun): readonly string[] {
  if (!firstRequest) return [title, "never", "", "", ""];
  const { ms, tools, bytes } = firstRequest;
  const [size, tokens] = [bytes, Math.round(bytes / 4)].map(groupedNumber);
  return [title, `${(ms / 1_000).toFixed(1)} s`, `${tools}`, size ?? "", tokens ?? ""];
}

function layOut({ folder: path }: Bench): void {
  mkdirSync(join(path, "skein", "config"), { recursive: true });
  writeFileSync(join(path, "note.txt"), "from a file\n");
  const repository = join(path, "repository");
  mkdirSync(repository);
  const git = (...args: string[]) =>
    execFileSync("git", ["-c", "user.name=Skein", "-c", "user.email=skein@example.com", ...args], {
      cwd: repository,
    });
  git("init", "--quiet");
  git("commit", "--quiet", "--allow-empty", "-m", "First commit");
}

async function servedPage() {
  const server = createServer((_, response) => {
    response.setHeader("Content-Type", "text/html").end("<title>Skein shows</title><h1>A page</h1>");
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    [Symbol.asyncDispose]: () =>
      new Promise<void>((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}
