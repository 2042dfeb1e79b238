import { extensionContract } from "@skein/extension-kit/contract";
import { developer } from "@skein/extensions-builtin/developer";
import { mountExtensions } from "../../src/index.ts";
import { torture } from "./workshop.ts";

const echo = { tool: "echo", input: { a: 1 } };

extensionContract("mcp over stdio", () => ({
  extension: torture("starts-late", ["0"]),
  works: echo,
  misfits: { tool: "echo", input: [] },
}));

extensionContract("mcp with a call that lasts", () => ({
  extension: torture("talks-back"),
  works: { tool: "cancelled", input: {} },
  misfits: { tool: "cancelled", input: "no object" },
  lasts: { tool: "wait", input: {} },
}));

extensionContract("mcp, mounted beside others", async () => {
  const mounted = await mountExtensions([developer(), torture("starts-late", ["0"])]);
  const [, extension] = mounted.extensions;
  if (!extension) throw new Error("It was not mounted.");
  return { extension, works: echo, misfits: { tool: "echo", input: [] } };
});
