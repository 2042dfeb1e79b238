import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import {
  anthropicServer,
  type AnthropicReply,
} from "../../packages/provider-conformance/src/servers/index.ts";
import { packAll } from "../packages/pack.ts";
import { publish } from "../packages/publish.ts";
import { publishedMembers } from "../packages/published.ts";
import { fetchRegistry, startRegistry } from "../packages/registry.ts";
import { runIn } from "../packages/run-in.ts";
import { openTerminal, type Terminal } from "./terminal.ts";

// node tools/first-minute/record.ts [FILE]: somebody's first minute in an empty home, typed into a real terminal: install from a
// registry on this machine, configure against a server on this machine, the first task. Writes it as an asciicast (default:
// docs/first-minute.cast). 1 when it took a minute or more.
const [file = "docs/first-minute.cast"] = process.argv.slice(2);
const [columns, rows, mostSeconds] = [80, 24, 60];
const folder = mkdtempSync(join(tmpdir(), "skein-first-"));
process.on("exit", () => rmSync(folder, { recursive: true, force: true }));
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.once(signal, () => process.exit(1));

const source = "export const total = (prices) => prices.slice(1).reduce((sum, price) => sum + price, 0);\n";
const test = `import { test } from "node:test";
import { equal } from "node:assert";
import { total } from "./cart.js";
test("all prices count", () => equal(total([1, 2]), 3));
`;

const seconds = await record();
console.log(`${seconds.toFixed(1)} s from the first key to the end of the first task: ${file}`);
process.exitCode = seconds < mostSeconds ? 0 : 1;

async function record(): Promise<number> {
  fail(await fetchRegistry());
  const wanted = publishedMembers(process.cwd()).filter(({ name }) => name === "cli" || name === "launcher");
  const packed = await packAll(wanted, join(folder, "tarballs"));
  fail(packed.find(({ problem }) => problem !== undefined)?.problem);
  await using registry = await startRegistry(join(folder, "registry"));
  fail(await publish(packed, registry, folder));
  const [home, prefix, shop] = [join(folder, "home"), join(folder, "prefix"), join(folder, "home/shop")];
  for (const path of [home, prefix, shop, join(prefix, "warm")]) mkdirSync(path);
  const path = [join(prefix, "bin"), dirname(process.execPath), "/usr/bin", "/bin"].join(":");
  const npm = {
    NPM_CONFIG_USERCONFIG: registry.npmrc,
    NPM_CONFIG_AUDIT: "false",
    NPM_CONFIG_FUND: "false",
    NPM_CONFIG_UPDATE_NOTIFIER: "false",
  };
  const base = { PATH: path, HOME: home, LANG: "C.UTF-8", ...npm };
  // The registry then has what other packages it needs, as a public one would.
  await runIn(
    { cwd: folder, env: base },
    "npm",
    "install",
    "-g",
    "--prefix",
    join(prefix, "warm"),
    "@skein/cli",
  );
  rmSync(join(prefix, "warm"), { recursive: true });
  writeFileSync(join(shop, "cart.js"), source);
  writeFileSync(join(shop, "cart.test.js"), test);
  await using model = await anthropicServer(replies());
  using terminal = await openTerminal({
    columns,
    rows,
    cwd: shop,
    folder,
    env: {
      ...base,
      NPM_CONFIG_PREFIX: prefix,

      TERM: "xterm-256color",
      ANTHROPIC_BASE_URL: model.url,
    },
  });
  await play(terminal);
  const took = terminal.seconds();
  const header = { version: 2, width: columns, height: rows, title: "The first minute of skein" };
  const lines = terminal.output.map(([at, text]) => JSON.stringify([Number(at.toFixed(3)), "o", text]));
  writeFileSync(file, `${[JSON.stringify(header), ...lines].join("\n")}\n`);
  return took;
}

async function play(terminal: Terminal): Promise<void> {
  await terminal.shows("$");
  await terminal.type("npm install -g @skein/cli");
  await terminal.shows("added ");
  await terminal.type("skein");
  await terminal.shows("Who answers?");
  await terminal.press("Enter");
  await terminal.shows("key");
  await terminal.type("sk-ant-demo-0123456789");
  await terminal.shows("Which model?");
  await terminal.press("Enter");
  await terminal.shows("lists commands");
  await terminal.type("fix the failing test");
  await terminal.shows("❯ Yes, once");
  await terminal.press("Enter");
  await terminal.shows("1 file changed");
  await terminal.press("C-d");
  await terminal.shows("Resume it:");
}

function replies(): AnthropicReply[] {
  const call = (id: string, name: string, input: Readonly<Record<string, string>>) =>
    ({ type: "tool-call", id, name, input }) as const;
  const text = (words: string) => ({ type: "text", text: words }) as const;
  const change = { path: "cart.js", old_text: "prices.slice(1).reduce", new_text: "prices.reduce" };
  return [
    { parts: [text("I look at the code first."), call("c1", "read", { path: "cart.js" })] },
    { parts: [text("`slice(1)` drops the first price. I take it out."), call("c2", "edit", change)] },
    { parts: [text("Fixed: `total([1, 2])` is now **3**, as the test expects.")] },
  ];
}

function fail(problem: string | undefined): void {
  if (problem !== undefined) throw new Error(problem);
}
