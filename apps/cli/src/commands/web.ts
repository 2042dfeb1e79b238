import { onlyFlags } from "@skein/command-line";
import { runFlags } from "@skein/command-line/flags";
import { userSettings } from "@skein/host/settings";
import { ConfigError } from "@skein/protocol";
import { runningBrowserLink } from "@skein/server-http";
import { showPage } from "@skein/terminal/open-page";
import { defineCommand } from "../arguments/command-line.ts";
import { thisMachine } from "../machine.ts";
import { note, print } from "../print.ts";
import { serveUntilStopped } from "../serve-until-stopped.ts";
import { webAppFolder } from "../web-app-folder.ts";

export const main = defineCommand({
  name: "web",
  help: {
    title: "Skein in the browser",
    usage: ["[flags]"],
    text: `Serves the browser app on 127.0.0.1 and opens it, until it is interrupted. Where skein serve or another skein web runs,
it opens a browser there. The link that it prints opens one browser, within a minute; run it again for another one.`,
    examples: ["skein web", "skein web --port 4400 --no-open"],
  },
  flags: {
    port: { value: "N", description: "Default: any that is free" },
    "no-open": { description: "Only print the link" },
    ...onlyFlags(runFlags, "restricted"),
  },
  async run({ port, "no-open": isPrinted = false }) {
    const show = async (link: string) => {
      print(link);
      const { host, port: used } = new URL(link);
      if (!isPrinted && !(await showPage(link, process)))
        note(
          `No browser can be opened here: open the link by hand. From another machine, first: ssh -L ${used}:${host} HOST`,
        );
    };
    const running = await runningBrowserLink(thisMachine(), port);
    const { origins } = await userSettings(thisMachine());
    if (running !== undefined && origins.restricted?.layer === "environment")
      throw new ConfigError("usage", "A server is already running, and may not be restricted.", {
        hint: "Stop it, then run this again: --restricted applies to the server that it starts.",
      });
    if (running !== undefined) return show(running);
    if (webAppFolder() === undefined)
      throw new ConfigError("usage", "The browser app is not built here.", {
        hint: "In a checkout: npm run setup builds it.",
      });
    return serveUntilStopped({ from: "user", port: Number(port ?? 0) }, async (server) => {
      await show(server.browserLink("admin"));
      note("Ctrl+C ends it.");
    });
  },
});
