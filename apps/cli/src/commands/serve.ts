import { onlyFlags } from "@skein/command-line";
import { runFlags } from "@skein/command-line/flags";
import { serverRecordFile } from "@skein/server-http";
import { defineCommand } from "../arguments/command-line.ts";
import { thisMachine } from "../machine.ts";
import { note, print } from "../print.ts";
import { serveUntilStopped } from "../serve-until-stopped.ts";

export const main = defineCommand({
  name: "serve",
  help: {
    title: "sessions for other programs, over HTTP",
    usage: ["[flags]"],
    text: "Listens on 127.0.0.1 until it is interrupted, and prints its address and where its token is.",
    examples: ["skein serve --port 4400", "skein serve --address 10.0.0.2 --allow-host build.example.org"],
  },
  flags: {
    ...onlyFlags(runFlags, "restricted"),
    port: { value: "N", description: "Default: any that is free" },
    address: { value: "IP", description: "Default: 127.0.0.1. Any other needs --allow-host" },
    socket: { value: "PATH", description: "A Unix socket instead, in a folder for you alone" },
    queue: { description: "Workers of the database do the runs, and not this process" },
    "allow-host": { value: "NAME", repeatable: true, description: "A further name under which clients come" },
  },
  run: ({ port = "0", address, socket, "allow-host": allowHosts, queue: isQueued = false }) =>
    serveUntilStopped(
      { from: "user", port: Number(port), address, socket, allowHosts },
      ({ url }) => {
        print(url);
        note(`The token is in ${serverRecordFile(thisMachine())}.`);
      },
      { isQueued },
    ),
});
