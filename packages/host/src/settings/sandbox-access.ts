import { join, resolve } from "node:path";
import { homeFolder } from "@skein/platform/user";
import { isJsonObject } from "@skein/protocol";
import type { AgentSettings } from "@skein/runtime";
import { sandboxLimits } from "@skein/settings";
import type { Machine } from "../machine.ts";
import { userEntries } from "./user-entries.ts";

type SandboxAccess = Omit<NonNullable<AgentSettings["sandbox"]>, "mode">;

/** What commands in the sandbox may touch and use: `sandboxAccess` in the user's own files. A project has no say in it. */
export async function sandboxAccess(machine: Machine, cwd: string): Promise<SandboxAccess> {
  const found = (await userEntries(machine)).filter(({ key }) => key === "sandboxAccess");
  const home = machine.env["HOME"] ?? homeFolder();
  const listed = (field: string) =>
    found.flatMap(({ value }) => {
      const said = isJsonObject(value) ? value[field] : undefined;
      return Array.isArray(said) ? (said as readonly string[]) : [];
    });
  const paths = (field: string) =>
    listed(field).map((path) => (path.startsWith("~/") ? join(home, path.slice(2)) : resolve(cwd, path)));
  // The strongest file comes first.
  const limit = (field: "processes" | "memory") => {
    const values = found.map(({ value }) => (isJsonObject(value) ? value[field] : undefined));
    const parsed = sandboxLimits[field].parse(values.find((value) => value !== undefined));
    return "value" in parsed ? parsed.value : undefined;
  };
  return {
    writable: paths("writable"),
    readable: paths("readable"),
    hidden: paths("hidden"),
    hosts: listed("hosts"),
    servers: listed("servers"),
    processes: limit("processes"),
    memoryBytes: limit("memory"),
    hooks: found.some(({ value }) => isJsonObject(value) && value["hooks"] === true),
  };
}
