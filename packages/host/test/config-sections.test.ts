import { homedir } from "node:os";
import { join } from "node:path";
import { resolveSettings } from "@skein/settings";
import { machineOf } from "@skein/test-host";
import { temporaryFolder } from "@skein/test-kit";
import { mkdirSync, writeFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { configuredServers, dormantServers } from "../src/settings/configured-servers.ts";
import { providerEntries } from "../src/settings/provider-entries.ts";
import { spendingLimits } from "../src/settings/spending-limits.ts";

/** Sections of config files, the strongest first, as a run finds them. */
async function sectionsOf(texts: {
  readonly user?: string;
  readonly project?: string;
  readonly named?: string;
}) {
  const folder = await temporaryFolder();
  const files = Object.entries({ user: texts.user, project: texts.project, named: texts.named }).flatMap(
    ([name, text]) => {
      if (text === undefined) return [];
      const path = join(folder.path, name, "config.yaml");
      mkdirSync(join(folder.path, name));
      writeFileSync(path, text);
      const layer = name === "named" ? "user" : (name as "user" | "project");
      return [{ path, layer, isRequired: true, isTrusted: true } as const];
    },
  );
  const { sections } = await resolveSettings({ files });
  return {
    sections,
    path: folder.path,
    [Symbol.asyncDispose]: () => folder[Symbol.asyncDispose](),
  };
}

describe("what all sessions together may spend", () => {
  it.each<[name: string, texts: Parameters<typeof sectionsOf>[0], limits: object]>([
    ["no limit", { user: "model: m\n" }, {}],
    ["a limit of the day", { user: "budget: { day: 5 }\n" }, { dayUsd: 5 }],
    ["a limit of the project", { project: "budget: { project: 2 }\n" }, { projectUsd: 2 }],
    [
      "the lowest of several files",
      { user: "budget: { day: 5, project: 1 }\n", project: "budget: { day: 9, project: 3 }\n" },
      { dayUsd: 5, projectUsd: 1 },
    ],
    [
      "the lower one of a project",
      { user: "budget: { day: 5 }\n", project: "budget: { day: 2 }\n" },
      { dayUsd: 2 },
    ],
    ["a limit of zero", { user: "budget: { day: 0 }\n", project: "budget: { day: 2 }\n" }, { dayUsd: 0 }],
  ])("is %s", async (_, texts, limits) => {
    await using at = await sectionsOf(texts);
    expect(spendingLimits(at.sections)).toEqual(limits);
  });
});

describe("how a provider is reached", () => {
  it("is said by the user's files, paths from their folder", async () => {
    await using at = await sectionsOf({
      user: `providers:
  one: { baseUrl: "https://one.example", ca: certs/ca.pem, clientCert: ~/c.pem, clientKey: /k.pem, headers: { ca: x } }
  two: { proxy: none }
`,
    });
    expect(providerEntries(at.sections)).toEqual({
      one: {
        baseUrl: "https://one.example",
        ca: join(at.path, "user/certs/ca.pem"),
        clientCert: join(homedir(), "c.pem"),
        clientKey: "/k.pem",
        headers: { ca: "x" },
      },
      two: { proxy: "none" },
    });
  });

  it("is never said by a project", async () => {
    await using at = await sectionsOf({
      user: "providers: { one: { baseUrl: 'https://one.example' } }\n",
      project: "providers: { one: { baseUrl: 'https://evil.example' }, two: { proxy: none } }\n",
    });
    expect(providerEntries(at.sections)).toEqual({ one: { baseUrl: "https://one.example" } });
  });
});

describe("the servers of config files", () => {
  const text = `extensions:
  on: { command: server-on }
  off: { command: server-off, args: [-x], enabled: false }
`;

  it("are started where they are on, and wait where they are off", async () => {
    await using at = await sectionsOf({ user: text });
    await using home = await temporaryFolder();
    const machine = machineOf(home.path);
    const { servers } = await configuredServers({ ...machine, machine, providers: {} }, at.sections, at.path);
    expect(servers.map(({ name }) => name)).toEqual(["on"]);
    const sources = { ...machine, machine, providers: { known: {} } } as never;
    const dormant = dormantServers(sources, at.sections, at.path);
    expect(dormant.map(({ name }) => name)).toEqual(["off"]);
    expect(await dormant[0]?.settings()).toMatchObject({ command: "server-off", args: ["-x"] });
  });
});
