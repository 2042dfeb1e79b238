import type { Problem, Workspace } from "../workspace.ts";
import { listedDeedProblems } from "./listed-files.ts";

/** Why a file may be written. */
const kinds = {
  redacted: "what is written has passed the redactor",
  exact: "byte-exact by purpose: redacted, it would not be what it is for",
  own: "no text of others: paths, ids, numbers, hashes and fixed words",
  secret: "the store of secrets itself",
  helper: "writes what it is handed; its callers have rows of their own",
} as const;

type Writer = readonly [kind: keyof typeof kinds, about: string];

const agent = "the agent redacts entries and blobs";
const callFolder = "the call's folder is cleaned in runtime/src/secrets/with-clean-folders.ts";
const fileTools = "files that tools write";
const undo = "copies of your files that undo needs";
const settings = "settings, skills, recipes and schedules of your own";
const downloads = "downloads of recipes and skills";
const guards = "files that the sandbox moves aside or puts back";
const temporary = "temporary files, removed after use";

/** All files of products that write to disk. The journals' databases have rows too; Postgres gets what SQLite gets. */
const writers: Readonly<Record<string, Writer>> = {
  "packages/checkpoints/src/apply.ts": ["exact", undo],
  "packages/checkpoints/src/store/store-file.ts": ["exact", undo],
  "packages/checkpoints/src/worktrees/add-worktree.ts": ["own", "a fixed ignore file"],
  "packages/command-line/src/ci/on-runner.ts": ["redacted", "by the user's redactor, in the same file"],
  "packages/command-line/src/demo/demo-project.ts": ["own", "its own example"],
  "packages/command-line/src/doctor/update/update-notice.ts": ["own", "versions"],
  "packages/command-line/src/init/write-project-notes.ts": ["exact", fileTools],
  "packages/command-line/src/output-file/write-output-file.ts": [
    "redacted",
    "exports are made of journals, which the agent redacts",
  ],
  "packages/command-line/src/recipe-tests/case-model.ts": ["exact", temporary],
  "packages/command-line/src/recipe-tests/write-junit.ts": ["redacted", "by its caller's redactor"],
  "packages/command-line/src/skills/add-skill.ts": ["exact", downloads],
  "packages/command-line/src/skills/new-skill.ts": ["exact", settings],
  "packages/create-extension/src/create-extension.ts": ["own", "its own template"],
  "packages/extension-kit/src/clip-to-file.ts": ["redacted", callFolder],
  "packages/extensions-builtin/src/developer/edits/edit-record.ts": ["redacted", callFolder],
  "packages/extensions-builtin/src/developer/jobs/job-record.ts": ["redacted", callFolder],
  "packages/extensions-builtin/src/developer/jobs/job-tools.ts": ["own", "a pipe, which stores nothing"],
  "packages/extensions-builtin/src/developer/jobs/job-heart.ts": ["own", "numbers"],
  "packages/extensions-builtin/src/developer/replace-file.ts": ["exact", fileTools],
  "packages/extensions-builtin/src/developer/shell/login-path.ts": ["own", "folders of programs"],
  "packages/extensions-builtin/src/developer/shell/start-command.ts": ["own", "an empty file"],
  "packages/extensions-builtin/src/memory/memory-store.ts": [
    "redacted",
    "memory.ts refuses a text with a secret, propose-memories.ts leaves it out",
  ],
  "packages/extensions/src/mcp/keep-bytes.ts": ["redacted", callFolder],
  "packages/extensions/src/pins/file-pins.ts": ["redacted", "in the same file"],
  "packages/extensions/src/tool-lists/file-tool-lists.ts": ["redacted", "a list with a secret is not stored"],
  "packages/host/src/memory/memory-proposals.ts": [
    "redacted",
    "runtime/src/memory/propose-memories.ts leaves out a note with a secret",
  ],
  "packages/host/src/providers/catalog/kept-catalog.ts": [
    "own",
    "a public list of models, and its place without a query",
  ],
  "packages/host/src/providers/first-time.ts": ["own", "an empty file"],
  "packages/host/src/sessions/prompt-history.ts": ["redacted", "in the same file"],
  "packages/imports/src/apply-import.ts": ["exact", settings],
  "packages/imports/src/planning/notes-file.ts": ["exact", settings],
  "packages/journal-postgres/src/large-blobs.ts": ["redacted", agent],
  "packages/platform/src/file-systems/file-locks.ts": ["own", "empty locks"],
  "packages/platform/src/files/private-files.ts": ["helper", "files for their owner alone"],
  "packages/platform/src/sqlite/open-sqlite.ts": ["helper", "databases"],
  "packages/platform/src/variables/private-index.ts": ["exact", temporary],
  "packages/provider-acp/src/tools/agent-tools.ts": ["exact", fileTools],
  "packages/provider-kit/src/http-log/http-log-folder.ts": [
    "redacted",
    "masked and redacted in logged-send.ts",
  ],
  "packages/provider-local/src/files/part-file.ts": ["exact", "downloads of models"],
  "packages/recipes/src/find/github/repository.ts": ["exact", downloads],
  "packages/recipes/src/tests/workspace.ts": ["exact", temporary],
  "packages/redaction/src/follow-file.ts": ["redacted", "it is the redactor"],
  "packages/redaction/src/redact-file.ts": ["redacted", "it is the redactor"],
  "packages/redaction/src/redaction-key.ts": ["secret", "the key of the placeholders"],
  "packages/runtime/src/checkpoints/collect-snapshots.ts": ["own", "an empty file"],
  "packages/runtime/src/extensions/server-logs.ts": ["redacted", "in the same file"],
  "packages/runtime/src/remembered-answers.ts": [
    "redacted",
    "agent/src/calls/authorize-tool-call.ts remembers a call with a secret for the session only",
  ],
  "packages/runtime/src/sandbox/kept-tiers.ts": ["own", "names of tiers"],
  "packages/runtime/src/sessions/hunks.ts": ["exact", undo],
  "packages/sandbox/src/limits/command-cgroup.ts": ["own", "numbers, to the kernel"],
  "packages/sandbox/src/protected/call-records.ts": ["own", "paths and hashes"],
  "packages/sandbox/src/protected/held-folder.ts": ["exact", guards],
  "packages/sandbox/src/protected/made-by-commands.ts": ["own", "paths and ids of git"],
  "packages/sandbox/src/protected/untrusted-records.ts": ["own", "paths and hashes"],
  "packages/schedules/src/sqlite/database.ts": ["exact", settings],
  "packages/server-http/src/access/listen/kept-browsers.ts": ["own", "digests"],
  "packages/server-http/src/access/listen/private-file.ts": ["helper", "files for their owner alone"],
  "packages/server-http/src/access/listen/server-record.ts": ["secret", "the token of a running server"],
  "packages/server-http/src/repeated/kept-requests.ts": [
    "redacted",
    "results about sessions, from journals; operations that return keys are done again",
  ],
  "packages/session-processes/src/background/start-background.ts": ["exact", temporary],
  "packages/session-processes/src/schedules/install-service.ts": ["own", "the program, folders and PATH"],
  "packages/sessions/src/budget/ledger.ts": ["own", "amounts, days and folders"],
  "packages/sessions/src/jsonl/append-lines.ts": ["redacted", agent],
  "packages/sessions/src/jsonl/blob-files.ts": ["redacted", agent],
  "packages/sessions/src/jsonl/file-bytes.ts": ["redacted", agent],
  "packages/sessions/src/jsonl/lease-files.ts": ["own", "processes and times"],
  "packages/sessions/src/removed-sessions.ts": ["own", "ids and times"],
  "packages/sessions/src/search/index-file.ts": ["redacted", "made of journals, which the agent redacts"],
  "packages/sessions/src/sqlite/journal-file.ts": ["redacted", agent],
  "packages/sessions/src/sqlite/kept-entries.ts": ["redacted", "made of journals, which the agent redacts"],
  "packages/settings/src/atomic-write.ts": ["helper", "whole files"],
  "packages/settings/src/edit-config.ts": ["exact", settings],
  "packages/settings/src/secrets/secret-file.ts": ["secret", "keys that skein stores"],
  "packages/settings/src/secrets/secret-lock.ts": ["own", "an empty lock"],
  "packages/settings/src/trust/trust-records.ts": ["own", "paths and hashes"],
  "packages/terminal/src/input/outside-editor.ts": ["exact", temporary],
};

/** What is stored without redaction: `docs/secrets.md` has a row for each. */
export function unredactedStores(): readonly string[] {
  const stores = Object.values(writers).filter(([kind]) => kind === "exact" || kind === "secret");
  return [...new Set(stores.map(([, about]) => about))];
}

const writes = new RegExp(
  [
    /(?<!function )\b(?:(?:write|append)File(?:Sync)?|createWriteStream|copyFile(?:Sync)?|cpSync|writePrivateFile)\(/,
    /(?<!function )\bwriteWhole\((?!stream\b)/,
    // Descriptor 2 is standard error.
    /\bwriteSync\((?!2,|stream\.)/,
    /(?<![.\w])cp\(/,
    // The mode is the second argument of `open`, whose first one may be a call.
    /\bopen(?:Sync)?\((?:[^;()]|\([^()]*\))*,\s*["'](?:[wa]x?\+?|r\+)["']/,
    /\bopenSqlite\(/,
    /\bnew (?:\w+\.)?DatabaseSync\((?!":memory:"|[^;]*readOnly: true)/,
  ]
    .map(({ source }) => source)
    .join("|"),
);

const unlisted = {
  what: "writes to disk and is not listed",
  fix: "let it pass the redactor, and list the file with its kind in laws/file-writes.ts",
};
const outdated = {
  what: "is listed as a writer of files but writes none",
  fix: "remove it from laws/file-writes.ts",
};

/** A secret in a file that is not in the table would stay there unseen. */
export function fileWriteProblems(workspace: Workspace): Problem[] {
  return listedDeedProblems(workspace, { pattern: writes, listed: writers, unlisted, outdated });
}
