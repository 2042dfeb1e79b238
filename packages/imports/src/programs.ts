import { existsSync } from "node:fs";
import { isAbsolute, join } from "node:path";
import type { Reading } from "./reading/reading.ts";
import { loadClaude, loadCodex, loadGemini, loadGoose, loadOpencode, loadPi } from "./later.ts";

export interface Program {
  readonly label: string;
  /** Folders of settings and data, as the program itself finds them. */
  readonly folders: (env: Environment, home: string) => { readonly folder: string; readonly data: string };
  /** Files in the folder of settings, at least one of which tells that the program is used. */
  readonly files: readonly string[];
  readonly read: (reading: Reading) => Promise<void>;
  /** Files below the data folder that hold one session each: how many folders down, and how they end. */
  readonly sessions: { readonly below: string; readonly depth: number; readonly ending: string };
}

type Environment = Readonly<Record<string, string | undefined>>;

/** Every program whose settings can be taken over: adding one is an entry here and a reader. */
export const programs: Readonly<Record<string, Program>> = {
  goose: {
    label: "Goose",
    folders(env, home) {
      const root = absolute(env["GOOSE_PATH_ROOT"]);
      if (root !== undefined) return { folder: join(root, "config"), data: join(root, "data") };
      return { folder: join(xdg(env, "CONFIG", home), "goose"), data: join(xdg(env, "DATA", home), "goose") };
    },
    files: ["config.yaml", "permission.yaml", "memory", ".goosehints"],
    read: async (reading) => (await loadGoose()).readGoose(reading),
    sessions: { below: "sessions", depth: 0, ending: ".jsonl" },
  },
  claude: {
    label: "Claude Code",
    folders(env, home) {
      const folder = absolute(env["CLAUDE_CONFIG_DIR"]) ?? join(home, ".claude");
      return { folder, data: folder };
    },
    files: ["settings.json", "CLAUDE.md", "../.claude.json", ".claude.json"],
    read: async (reading) => (await loadClaude()).readClaude(reading),
    sessions: { below: "projects", depth: 1, ending: ".jsonl" },
  },
  codex: {
    label: "Codex",
    folders(env, home) {
      const folder = absolute(env["CODEX_HOME"]) ?? join(home, ".codex");
      return { folder, data: folder };
    },
    files: ["config.toml", "AGENTS.md", "auth.json"],
    read: async (reading) => (await loadCodex()).readCodex(reading),
    sessions: { below: "sessions", depth: 3, ending: ".jsonl" },
  },
  pi: {
    label: "pi",
    folders(env, home) {
      const folder = absolute(env["PI_CODING_AGENT_DIR"]) ?? join(home, ".pi", "agent");
      return { folder, data: folder };
    },
    files: ["settings.json", "AGENTS.md", "auth.json"],
    read: async (reading) => (await loadPi()).readPi(reading),
    sessions: { below: "sessions", depth: 1, ending: ".jsonl" },
  },
  opencode: {
    label: "OpenCode",
    folders: (env, home) => ({
      folder: join(xdg(env, "CONFIG", home), "opencode"),
      data: join(xdg(env, "DATA", home), "opencode"),
    }),
    files: ["opencode.json", "opencode.jsonc", "config.json", "AGENTS.md"],
    read: async (reading) => (await loadOpencode()).readOpencode(reading),
    sessions: { below: "storage/session", depth: 1, ending: ".json" },
  },
  gemini: {
    label: "Gemini CLI",
    folders: (_, home) => ({ folder: join(home, ".gemini"), data: join(home, ".gemini") }),
    files: ["settings.json", "GEMINI.md"],
    read: async (reading) => (await loadGemini()).readGemini(reading),
    sessions: { below: "tmp", depth: 2, ending: ".json" },
  },
};

function xdg(env: Environment, kind: "CONFIG" | "DATA", home: string): string {
  const usual = kind === "CONFIG" ? join(home, ".config") : join(home, ".local", "share");
  return absolute(env[`XDG_${kind}_HOME`]) ?? usual;
}

function absolute(folder: string | undefined): string | undefined {
  return folder !== undefined && isAbsolute(folder) ? folder : undefined;
}

/** Whether there is anything of the program in its folder. */
export function isThere({ files }: Program, folder: string): boolean {
  return files.some((file) => existsSync(join(folder, file)));
}
