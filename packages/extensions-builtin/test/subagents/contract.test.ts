import { extensionContract } from "@skein/extension-kit/contract";
import { subagents } from "../../src/subagents/index.ts";
import { harness } from "./harness.ts";

extensionContract("subagents", () => ({
  extension: subagents(harness().options()),
  works: { tool: "subagent_control", input: { action: "list" } },
  misfits: { tool: "subagent", input: { instructions: 7 } },
}));
