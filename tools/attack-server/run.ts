import { existsSync } from "node:fs";
import { parseArgs } from "node:util";
import { browserAttacks } from "./browser-attacks.ts";
import { loadAttacks } from "./load-attacks.ts";
import { ownServer } from "./own-server.ts";
import { requestText, rawRequest } from "./raw-request.ts";
import { requestAttacks } from "./request-attacks.ts";
import type { Attack, Target } from "./target.ts";

// Attacks a local server as a web page, another program or another machine would: npm run attack:server [-- URL …]

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    token: { type: "string" },
    read: { type: "string", default: "/" },
    write: { type: "string", default: "/" },
    body: { type: "string", default: "{}" },
    events: { type: "string", default: "/" },
    browser: { type: "string", default: "/usr/bin/chromium" },
    only: { type: "string" },
  },
});

const [address] = positionals;
await using own = address === undefined ? await ownServer() : undefined;
const target: Target = own?.target ?? {
  url: new URL(address ?? ""),
  token: values.token,
  read: values.read,
  write: values.write,
  body: values.body,
  events: values.events,
};

const known = await rawRequest(target, requestText(target, `GET ${target.read}`));
if (known.status < 200 || known.status > 299)
  throw new Error(`GET ${target.read} is answered ${known.status} to its user: nothing could be shown.`);

const hasBrowser = existsSync(values.browser);
const attacks: readonly Attack[] = [
  ...requestAttacks,
  ...(hasBrowser ? browserAttacks({ program: values.browser, link: own?.link }) : []),
  ...loadAttacks,
].filter(({ group, name }) => values.only === undefined || `${group}: ${name}`.includes(values.only));

let letIn = 0;
for (const { group, name, run } of attacks) {
  const got = await run(target);
  if (got !== undefined) letIn++;
  console.log(
    `${got === undefined ? "refused" : "LET IN "}  ${group}: ${name}${got === undefined ? "" : `: ${got}`}`,
  );
}
console.log(
  `${attacks.length} attacks on ${target.url.origin}: ${attacks.length - letIn} refused, ${letIn} let in.`,
);
if (!hasBrowser) console.log(`No browser at ${values.browser}: its attacks were left out.`);
process.exitCode = letIn === 0 ? 0 : 1;
