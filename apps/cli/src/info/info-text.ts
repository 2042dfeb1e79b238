import { modelWords } from "@skein/session-view/text";
import { cleanText, table, widthOf } from "@skein/terminal";
import type { Info } from "./info-here.ts";

export function infoText(info: Info, stream: NodeJS.WriteStream): string {
  const width = widthOf(stream);
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
      `answers  ${answersWords(info.answers)}`,
      `sandbox  ${sandboxWords[info.sandbox]}`,
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

function answersWords(answers: Info["answers"]): string {
  if (answers === null) return "none yet: choose a model with `skein configure` or --model";
  return cleanText(modelWords({ ...answers, role: answers.role ?? undefined }));
}

/** What the setting `onCrash` can choose here. */
function crashWords({ tier, means, reason }: Info["crash"]): string {
  return tier === "none"
    ? `commands go on when Skein is killed, and onCrash: stop is refused: ${reason ?? ""}`
    : `onCrash: stop works, by ${tier} (${means ?? ""})`;
}

const sandboxWords: Record<Info["sandbox"], string> = {
  full: "full: commands write only to the project, and connect only to allowed hosts",
  bwrap: "bwrap: commands write only to the project, and have no network unless all hosts are allowed",
  none: "none: commands run with your own rights; skein doctor says why",
  off: "off: commands run with your own rights",
};

const trustWords: Record<Info["project"]["trust"], string> = {
  trusted: "trusted",
  replaced: "another folder than you trusted: not trusted",
  changed: "changed since you trusted it: not trusted",
  untrusted: "not trusted",
  nothing: "no .skein folder",
};
