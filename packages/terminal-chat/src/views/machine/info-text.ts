import { modelWords } from "@skein/session-view/text";
import { cleanText } from "@skein/terminal";
import { table } from "@skein/terminal/table";
import type { MachineInfo } from "@skein/command-line/doctor/info";

/** What the command that shows it has for those who want to change it. */
export interface InfoWording {
  /** How a model is chosen. */
  readonly chooseModel: string;
  /** Which command says why there is no sandbox. */
  readonly findOut: string;
}

/** What is in force in a folder, and where it comes from. */
export function infoText(
  info: Omit<MachineInfo, "untrusted" | "warnings">,
  { width, wording }: { readonly width: number; readonly wording: InfoWording },
): string {
  const { folders, project, settings, addresses, tools, hints, agents } = info;
  const rows = Object.entries(settings).map(([name, { value, origin, hasEffect }]) => [
    name,
    value === null
      ? ""
      : typeof value === "string"
        ? value
        : Array.isArray(value)
          ? value.join(", ")
          : JSON.stringify(value),
    hasEffect ? (origin ?? "not set") : `no effect yet${origin === null ? "" : ` (${origin})`}`,
  ]);
  const columns = [{ title: "SETTING" }, { title: "VALUE" }, { title: "FROM", isFlexible: true }] as const;
  const addressLines = Object.entries(addresses).map(([id, url]) => `  ${id}: ${cleanText(url)}`);
  const hintLines = hints.map(
    ({ path, isClipped }) => `  ${cleanText(path)}${isClipped ? " (clipped)" : ""}`,
  );
  const agentLines = agents.map(({ name, path }) => `  ${cleanText(`@${name}  ${path}`)}`);
  const blocks = [
    `skein ${info.version}, Node.js ${info.node}`,
    [
      `config   ${folders.config}`,
      `data     ${folders.data}`,
      `state    ${folders.state}`,
      `project  ${cleanText(project.folder)} (${trustWords[project.trust]})`,
      `answers  ${answersWords(info.answers, wording)}`,
      `sandbox  ${sandboxWords[info.sandbox]}${info.sandbox === "none" ? `; ${wording.findOut} says why` : ""}`,
      `killed   ${crashWords(info.crash)}`,
    ].join("\n"),
    table(columns, rows, width).trimEnd(),
    ...(addressLines.length === 0 ? [] : [`Addresses of providers\n${addressLines.join("\n")}`]),
    `Tools    ${tools.map(({ name, effect, startsAgents }) => `${name} (${startsAgents ? `${effect}, starts agents` : effect})`).join(", ")}`,
    hintLines.length === 0 ? "Notes    none" : `Notes for the model\n${hintLines.join("\n")}`,
    ...(agentLines.length === 0 ? [] : [`Agents\n${agentLines.join("\n")}`]),
  ];
  return `${blocks.join("\n\n")}\n`;
}

function answersWords(answers: MachineInfo["answers"], { chooseModel }: InfoWording): string {
  if (answers === null) return `none yet: ${chooseModel}`;
  return cleanText(modelWords({ ...answers, role: answers.role ?? undefined }));
}

/** What the setting `onCrash` can choose here. */
function crashWords({ tier, means, reason }: MachineInfo["crash"]): string {
  return tier === "none"
    ? `commands go on when Skein is killed, and onCrash: stop is refused: ${reason ?? ""}`
    : `onCrash: stop works, by ${tier} (${means ?? ""})`;
}

const sandboxWords: Record<MachineInfo["sandbox"], string> = {
  full: "full: commands write only to the project, and connect only to allowed hosts",
  bwrap: "bwrap: commands write only to the project, and have no network unless all hosts are allowed",
  none: "none: commands run with your own rights",
  off: "off: commands run with your own rights",
};

const trustWords: Record<MachineInfo["project"]["trust"], string> = {
  trusted: "trusted",
  replaced: "another folder than you trusted: not trusted",
  changed: "changed since you trusted it: not trusted",
  untrusted: "not trusted",
  nothing: "no .skein folder",
  restricted: "not used, as you have restricted it",
};
