import type { CommandTable } from "./command.ts";
import { help } from "./help.ts";
import { version } from "./version.ts";

const commands: CommandTable = {
  run: () => import("./commands/run.ts"),
  chat: () => import("./commands/chat.ts"),
  resume: () => import("./commands/resume.ts"),
  replay: () => import("./commands/replay.ts"),
  demo: () => import("./commands/demo.ts"),
  configure: () => import("./commands/configure.ts"),
  provider: () => import("./commands/provider.ts"),
  session: () => import("./commands/session.ts"),
  recipe: () => import("./commands/recipe.ts"),
  schedule: () => import("./commands/schedule.ts"),
  trust: () => import("./commands/trust.ts"),
  import: () => import("./commands/import.ts"),
  mcp: () => import("./commands/mcp.ts"),
  doctor: () => import("./commands/doctor.ts"),
  info: () => import("./commands/info.ts"),
};

const [name, ...rest] = process.argv.slice(2);

if (name === "--version" || name === "-V" || name === "-v") process.stdout.write(`${version}\n`);
else if (name === "--help" || name === "-h" || name === "help") process.stdout.write(help);
else if (name === undefined && !(process.stdin.isTTY && process.stdout.isTTY)) {
  process.stderr.write(help);
  process.exitCode = 2;
} else {
  const { runCommand } = await import("./run-command.ts");
  // Without a command it is a chat: `skein`, `skein -r`.
  if (name === undefined || name.startsWith("-")) await runCommand(commands, "chat", process.argv.slice(2));
  else await runCommand(commands, name, rest);
}
