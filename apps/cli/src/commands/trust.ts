import { ConfigError } from "@skein/protocol";
import { directories, trustStore, type TrustState, type TrustStore } from "@skein/settings";
import { flagHelp } from "../arguments/flag-help.ts";
import { trustFlags } from "../arguments/flags.ts";
import { parseFlags } from "../arguments/parse-flags.ts";
import { refuseWords } from "../arguments/subcommand.ts";
import type { Command } from "../command.ts";
import { table, widthOf } from "../output/table.ts";
import { shortTime } from "../output/when.ts";
import { cleanText } from "../terminal/clean-text.ts";

const help = `skein trust: say which projects may change what Skein may do

Usage
  skein trust                 the projects you trust
  skein trust PATH            trust the project in PATH, as it is now
  skein trust --remove PATH   trust it no longer

Without trust a project's .skein folder can choose models and tighten limits. It can add nothing and
loosen nothing. Trust is for that folder, at that path, with that content: a change ends it.

Examples
  skein trust .               after you have read .skein/config.yaml
  skein trust --json          for scripts

Flags
${flagHelp(trustFlags)}
`;

export const main: Command = async (args) => {
  const { flags, words } = parseFlags("trust", trustFlags, args);
  const { stdout, stderr } = process;
  if (flags.help) {
    stdout.write(help);
    return 0;
  }
  refuseWords("trust", words, 1);
  const store = trustStore(directories({ env: process.env }).data);
  const [path] = words;
  if (flags.remove) {
    if (path === undefined) {
      throw new ConfigError("usage", "--remove needs the path of a project.", {
        hint: "`skein trust` lists those you trust.",
      });
    }
    const wasTrusted = await store.remove(path);
    if (flags.json) stdout.write(`${JSON.stringify({ removed: wasTrusted })}\n`);
    else stderr.write(wasTrusted ? "It is trusted no longer.\n" : "It was not trusted.\n");
    return 0;
  }
  if (path === undefined) return list(store, flags.json ?? false);
  const added = await store.add(path);
  if (flags.json) {
    stdout.write(`${JSON.stringify(added, undefined, 2)}\n`);
    return 0;
  }
  stderr.write(`Trusted, until its content changes: ${cleanText(added.path)}\n`);
  for (const file of added.files) stderr.write(`  .skein/${cleanText(file)}\n`);
  stderr.write(`  SHA-256 ${added.hash}\n`);
  return 0;
};

const words: Record<TrustState, string> = {
  trusted: "trusted",
  changed: "changed: not trusted",
  untrusted: "not trusted",
  nothing: "no .skein there",
};

async function list(store: TrustStore, asJson: boolean): Promise<number> {
  const projects = await store.list();
  if (asJson) process.stdout.write(`${JSON.stringify({ projects }, undefined, 2)}\n`);
  else if (projects.length === 0)
    process.stderr.write("You trust no project. `skein trust PATH` changes that.\n");
  else {
    const rows = projects.map(({ path, at, state }) => [words[state], shortTime(at, new Date()), path]);
    const columns = [{ title: "STATE" }, { title: "SINCE" }, { title: "PROJECT" }];
    process.stdout.write(table(columns, rows, widthOf(process.stdout)));
  }
  return 0;
}
