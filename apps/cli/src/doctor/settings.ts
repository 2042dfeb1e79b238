import { existsSync } from "node:fs";
import { crashTier } from "@skein/runtime";
import { configPaths, directories, readConfigFile, readHints, type ConfigPath } from "@skein/settings";
import { effectiveSettings } from "@skein/host/settings";
import { thisMachine } from "../machine.ts";
import type { Examination, Finding } from "./finding.ts";
import { saidError } from "../wording/next-step.ts";
import { trustWarnings } from "../wording/trust-warnings.ts";

const area = "settings";

/** Each file by itself first, so that one that is broken does not hide the next. Throws `ConfigError`. */
export async function* settings({ cwd }: Examination): AsyncGenerator<Finding> {
  const { env } = process;
  const { config } = directories({ env });
  let isBroken = false;
  for (const file of configPaths({ cwd, config, env })) {
    const finding = await fileFinding(file);
    if (finding?.state === "problem") isBroken = true;
    if (finding) yield finding;
  }
  if (isBroken) return;
  const { values, warnings, project } = await effectiveSettings(thisMachine(), cwd);
  for (const warning of [...warnings, ...trustWarnings(project)])
    yield { area, state: "note", text: warning };
  if (project.trust === "untrusted") {
    const text = `${project.folder}/.skein is not trusted: it can choose models and tighten limits, nothing else.`;
    yield { area, state: "note", text, fix: "Read it, then: skein trust ." };
  }
  if (values.sandbox === "require") {
    const fix = "Set sandbox to auto, or do not run.";
    yield { area, state: "problem", text: "A sandbox is required, and this version has none.", fix };
  }
  if (values.onCrash === "stop") {
    const found = await crashTier();
    if (found.tier === "none") {
      const text = `onCrash is stop, and commands cannot be stopped here. ${found.reason}`;
      yield { area, state: "problem", text, fix: `${found.hint} Or set onCrash to continue.` };
    } else {
      yield { area, state: "ok", text: `onCrash is stop: ${found.tier}, by ${found.means}` };
    }
  }
  const hints = await readHints({ cwd, config, names: values.hints });
  for (const warning of hints.warnings) yield { area, state: "note", text: warning };
  if (hints.files.length > 0) {
    const paths = hints.files.map(({ path }) => path);
    yield { area, state: "ok", text: `notes for the model: ${paths.join(", ")}` };
  }
}

async function fileFinding({ path, layer, isRequired }: ConfigPath): Promise<Finding | undefined> {
  if (!existsSync(path) && !isRequired) {
    return layer === "user"
      ? { area, state: "note", text: `${path} is not there yet.`, fix: "skein configure" }
      : undefined;
  }
  try {
    const entries = await readConfigFile(path);
    if (entries) return { area, state: "ok", text: `${path}: ${entries.length} settings (${layer})` };
    const fix = "Correct SKEIN_EXTRA_CONFIG or make the file.";
    return { area, state: "problem", text: `${path}, which SKEIN_EXTRA_CONFIG names, is not there.`, fix };
  } catch (error) {
    const { message, hint } = saidError(error);
    return { area, state: "problem", text: message, ...(hint === undefined ? {} : { fix: hint }) };
  }
}
