import { anthropicServer } from "@skein/provider-conformance/servers";
import { expect, it } from "vitest";
import { skeinHome } from "./skein.ts";

/**
 * Chunks of the bundle may load each other in circles, and then one is run while the other has no names yet: what it reads
 * at that moment is undefined, without an error. Says each such read.
 */
const probe = `
const vm = process.getBuiltinModule("node:vm");
globalThis.tellEarlyReads = (exports, chunk) =>
  Object.setPrototypeOf(exports, new Proxy({}, {
    // A promise asks for then.
    get: (_, name) => void (name === "then" || process._rawDebug("early " + String(name) + " of " + chunk)),
  }));
vm.Script = class extends vm.Script {
  constructor(source, options) {
    const chunk = JSON.stringify(options?.filename?.split("/").at(-1) ?? "");
    super(source.replace(/^(\\(function\\s*\\([^)]*\\)\\s*\\{)/, "$1tellEarlyReads(exports, " + chunk + ");"), options);
  }
};
`;

const commands = ["--help", "run -q -t hello", "doctor", "session list", "extension list"].map((line) =>
  line.split(" "),
);

it.runIf(process.env["SKEIN_TEST_BUNDLE"]).each(commands.map((args) => [args] as const))(
  "skein %j reads no name of a chunk that is still loading",
  async (args) => {
    await using server = await anthropicServer([{ parts: [{ type: "text", text: "Hello" }] }]);
    await using skein = await skeinHome(server.url);
    const { stderr } = await skein.run(args, {
      NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(probe)}`,
    });
    expect(stderr.match(/^early .*$/gm) ?? []).toEqual([]);
  },
);
