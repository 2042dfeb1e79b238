import type { Campaigns } from "./runner/main.ts";

/** All campaigns, by name. Only the one that runs is loaded: some measure the memory of this process. */
export const campaigns: Campaigns = {
  replay: {
    about: "Records a session on each wire and replays it without network, key and tools.",
    load: () => import("./replay/campaign.ts"),
  },
  switches: {
    about: "Moves sessions between every two wires, on servers that verify as the vendors do.",
    load: () => import("./switches/campaign.ts"),
  },
  context: {
    about: "Shows what is left of long sessions after compactions, and whether they ever end.",
    load: () => import("./context/campaign.ts"),
  },
  "prompt-cache": {
    about: "Measures on each wire how much of each request is the beginning of the next one.",
    load: () => import("./prompt-cache/campaign.ts"),
  },
  budget: {
    about:
      "Runs agents on budgets against servers that leave out counters, ignore limits, fail and break off.",
    load: () => import("./budget/campaign.ts"),
  },
  streams: {
    about:
      "Serves broken streams and arguments from bug reports to `skein run`, with tools that leave marks.",
    load: () => import("./streams/campaign.ts"),
  },
  "mcp-servers": {
    about: "Has `skein run` call the tools of bad MCP servers, over stdio and HTTP, and measures its memory.",
    load: () => import("./mcp-servers/campaign.ts"),
  },
  shell: {
    about: "Gives the shell tool commands that ask, flood, hide and run on.",
    load: () => import("./shell/campaign.ts"),
  },
  edits: {
    about: "Makes 200 edits and writes of files of all kinds.",
    load: () => import("./edits/campaign.ts"),
  },
  undo: {
    about: "Makes random commands in random folders, and undoes each.",
    load: () => import("./undo/campaign.ts"),
  },
  permissions: {
    about:
      "Shows what the default mode decides of shell commands, and runs lines that are allowed against canaries.",
    load: () => import("./permissions/campaign.ts"),
  },
  injections: {
    about: "Shows what stops each injection in each permission mode, against a model that obeys.",
    load: () => import("./injections/campaign.ts"),
  },
  sandbox: {
    about: "Runs each command in each shape of project, in the sandbox and without, and compares them.",
    load: () => import("./sandbox/campaign.ts"),
  },
  server: {
    about: "Attacks `skein serve` as a web page, another program or another machine would.",
    load: () => import("./server/campaign.ts"),
  },
  crashes: {
    about:
      "Kills real sessions with SIGKILL, a third of them with rude MCP servers, and looks at what is left.",
    load: () => import("./crashes/campaign.ts"),
  },
  schedules: {
    about: "Kills daemons of schedules while the clock jumps, and counts what ran twice or was forgotten.",
    load: () => import("./schedules/campaign.ts"),
  },
  cluster: {
    about:
      "Kills, pauses and cuts off workers on one queue, restarts Postgres, and counts what each run did.",
    load: () => import("./cluster/campaign.ts"),
  },
  providers: {
    about: "Runs every case and recording of the conformance suite against every provider.",
    load: () => import("./providers/campaign.ts"),
  },
  mcp: {
    about: "Runs MCP's own conformance suite against the bundled command and a served extension.",
    load: () => import("./mcp/campaign.ts"),
  },
  acp: {
    about: "Checks what an agent of the Agent Client Protocol must do, against the bundled command.",
    load: () => import("./acp/campaign.ts"),
  },
  "mcp-together": {
    about: "Starts eight MCP servers of npm together in the bundled command, and makes a real call of each.",
    load: () => import("./mcp-together/campaign.ts"),
  },
  "web-app": {
    about: "Shows every screen of the browser app in a real browser, approvals, reloads and 20,000 deltas.",
    load: () => import("./web-app/campaign.ts"),
  },
};
