import { existsSync } from "node:fs";
import type { Machine } from "@skein/host";
import {
  sandboxAccess,
  effectiveSettings,
  type EffectiveSettings,
  hintsHere,
  trustProblem,
  webSearchOf,
  type WebSearch,
} from "@skein/host/settings";
import { crashTier, describeCommandLimits, sandboxTiers } from "@skein/runtime";
import { configPaths, readConfigFile, type ConfigPath } from "@skein/settings";
import { problemOf, type CheckFinding } from "./finding.ts";

const area = "settings";

/** Each file by itself first, so that one that is broken does not hide the next. Throws `ConfigError`. */
export async function* checkSettings(machine: Machine, cwd: string): AsyncGenerator<CheckFinding> {
  const {
    env,
    directories: { config },
  } = machine;
  let isBroken = false;
  for (const file of configPaths({ cwd, config, env })) {
    const finding = await fileFinding(file);
    if (finding?.state === "problem") isBroken = true;
    if (finding) yield finding;
  }
  if (isBroken) return;
  const effective = await effectiveSettings(machine, cwd);
  const { values, warnings, project } = effective;
  for (const warning of warnings) yield { area, state: "note", text: warning };
  const mistrust = mistrustOf(project);
  if (mistrust !== undefined) {
    const nextStep = { do: "trust-folder", folder: project.folder } as const;
    yield { area, state: "note", text: mistrust, nextStep };
  }
  if (values.sandbox === "require") {
    const { found, missing } = await sandboxTiers();
    if (found.length === 0) {
      const text = `A sandbox is required, and none works here. ${missing.map(({ reason }) => reason).join(" ")}`;
      yield { area, state: "problem", text, fix: "Install bubblewrap, or set sandbox to auto." };
    }
  }
  if (values.sandbox !== "off" && (await sandboxTiers()).found.length > 0) {
    const text = await describeCommandLimits(await sandboxAccess(machine, cwd), values.launcher);
    yield { area, state: "ok", text };
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
  const hints = await hintsHere(effective, cwd);
  for (const warning of hints.warnings) yield { area, state: "note", text: warning };
  if (hints.files.length > 0) {
    const paths = hints.files.map(({ path }) => path);
    yield { area, state: "ok", text: `notes for the model: ${paths.join(", ")}` };
  }
  yield await searchFinding(machine);
}

async function searchFinding(machine: Machine): Promise<CheckFinding> {
  try {
    const search = await webSearchOf(machine);
    const text = search === undefined ? "web search: off" : `web search: ${searcherOf(search)}`;
    return { area, state: "ok", text };
  } catch (error) {
    return problemOf(area, error);
  }
}

function searcherOf(search: WebSearch): string {
  if (search.by === "vendor") return "by the vendor of the model";
  const { engine, url = engine.url, key } = search.settings;
  return `${engine.id} at ${url}, ${key === undefined ? "without a key" : "with its key"}`;
}

function mistrustOf(project: EffectiveSettings["project"]): string | undefined {
  return project.trust === "untrusted"
    ? `${project.folder}/.skein is not trusted: it can choose models and tighten limits, nothing else.`
    : trustProblem(project);
}

async function fileFinding({ path, layer, isRequired }: ConfigPath): Promise<CheckFinding | undefined> {
  if (!existsSync(path) && !isRequired) {
    return layer === "user"
      ? { area, state: "note", text: `${path} is not there yet.`, nextStep: { do: "set-up" } }
      : undefined;
  }
  try {
    const entries = await readConfigFile(path);
    if (entries) return { area, state: "ok", text: `${path}: ${entries.length} settings (${layer})` };
    const fix = "Correct SKEIN_EXTRA_CONFIG or make the file.";
    return { area, state: "problem", text: `${path}, which SKEIN_EXTRA_CONFIG names, is not there.`, fix };
  } catch (error) {
    return problemOf(area, error);
  }
}
