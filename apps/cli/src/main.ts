import type { CommandTable } from "./command.ts";
import { help } from "./help.ts";
import { version } from "./version.ts";

const commands: CommandTable = {
  run: () => import("./commands/run.ts"),
  demo: () => import("./commands/demo.ts"),
};

const [name, ...rest] = process.argv.slice(2);

if (name === "--version" || name === "-V" || name === "-v") process.stdout.write(`${version}\n`);
else if (name === "--help" || name === "-h" || name === "help") process.stdout.write(help);
else if (name === undefined) {
  process.stderr.write(help);
  process.exitCode = 2;
} else {
  const { runCommand } = await import("./run-command.ts");
  await runCommand(commands, name, rest);
}
