import { changeExtension, inspectExtension, listExtensions } from "@skein/host/extensions";
import { z } from "zod";
import { defineOperation, type Operation } from "./operation.ts";
import { folder, inFolder } from "./schemas.ts";

const named = z.strictObject({ name: z.string().min(1).max(200), cwd: folder });
/** A server may be slow to start, or to answer. */
const inspectionMs = 60_000;

/** MCP servers of the settings. */
export const extensionOperations: readonly Operation[] = [
  defineOperation({
    id: "listExtensions",
    method: "GET",
    path: "/extensions",
    tag: "machine",
    role: "read",
    summary: "Extensions of the settings that hold in a folder",
    input: inFolder,
    output: z.strictObject({
      extensions: z.array(z.looseObject({ name: z.string(), isEnabled: z.boolean() })),
    }),
    run: async ({ cwd }, { machine }) => ({
      extensions: (await listExtensions(machine, cwd)).map((extension) => ({ ...extension })),
    }),
  }),
  defineOperation({
    id: "changeExtension",
    method: "POST",
    path: "/extensions/{name}",
    tag: "machine",
    role: "admin",
    afterRestart: "again",
    summary: "Switch an extension on or off, or remove it, in the file where it stands",
    input: z.strictObject({
      ...named.shape,
      change: z.enum(["enable", "disable", "remove"]),
    }),
    output: z.strictObject({ file: z.string(), isOfProject: z.boolean() }),
    run: ({ name, cwd, change }, { machine }) => changeExtension(machine, cwd, name, change),
  }),
  defineOperation({
    id: "showExtension",
    method: "GET",
    path: "/extensions/{name}",
    tag: "machine",
    role: "admin",
    summary: "Start an extension, and list its tools and what has changed since they were accepted",
    input: named,
    output: z.looseObject({ name: z.string() }),
    async run({ name, cwd }, { machine, host }, { signal }) {
      const sources = { machine, providers: host.providersIn(cwd).known };
      const limited = AbortSignal.any([signal, AbortSignal.timeout(inspectionMs)]);
      return { ...(await inspectExtension(sources, name, { cwd, signal: limited })) };
    },
  }),
  defineOperation({
    id: "logInToExtension",
    method: "POST",
    path: "/extensions/{name}/login",
    tag: "machine",
    role: "admin",
    afterRestart: "again",
    summary: "Log in to an extension's server: start gives the page to open, finish waits until it is done",
    input: z.strictObject({ ...named.shape, step: z.enum(["start", "finish"]) }),
    output: z.strictObject({
      url: z.string().nullable().describe("The page; null when there is none to open, or no more"),
      isLoggedIn: z.boolean(),
    }),
    run: ({ name, cwd, step }, { logins }) =>
      step === "start" ? logins.start(name, cwd) : logins.finish(name),
  }),
];
