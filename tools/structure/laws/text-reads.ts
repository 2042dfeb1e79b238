import type { Problem, Workspace } from "../workspace.ts";
import { listedDeedProblems } from "./listed-files.ts";

const own = "written by Skein itself, in UTF-8";
const kernel = "written by the kernel";
const git = "written by git, in UTF-8";
const json = "JSON, which is UTF-8 by its standard";

/**
 * Files that read text as UTF-8 without the text layer, and why. Text that people write is in any encoding; the test
 * of encodings in `apps/cli/test` has a row for each place that it comes in.
 */
const utf8Readers: Readonly<Record<string, string>> = {
  "packages/checkpoints/src/capture/git-places.ts": git,
  "packages/command-line/src/ci/on-runner.ts": json,
  "packages/create-extension/src/create-extension.ts": "its own template",
  "packages/command-line/src/doctor/update/update-notice.ts": own,
  "packages/extensions/src/pins/file-pins.ts": own,
  "packages/extensions/src/tool-lists/file-tool-lists.ts": own,
  "packages/extensions-builtin/src/developer/edits/edit-record.ts": own,
  "packages/extensions-builtin/src/developer/jobs/job-record.ts": own,
  "packages/extensions-builtin/src/developer/shell/login-path.ts": own,
  "packages/extensions-builtin/src/developer/shell/state.ts": own,
  "packages/extensions-builtin/src/diagnostics/find-server.ts": json,
  "packages/session-processes/src/background/start-background.ts": own,
  "packages/host/src/memory/memory-proposals.ts": own,
  "packages/session-processes/src/schedules/install-service.ts": own,
  "packages/session-processes/src/schedules/running-processes.ts": kernel,
  "packages/host/src/providers/catalog/kept-catalog.ts": own,
  "packages/host/src/sessions/prompt-history.ts": own,
  "packages/permissions/src/inspectors/egress/git-remotes.ts": git,
  "packages/permissions/src/inspectors/egress/registries.ts": "npm and pip read them as UTF-8 too",
  "packages/platform/src/file-systems/file-system.ts": kernel,
  "packages/platform/src/sqlite/sqlite-fault.ts": kernel,
  "packages/provider-kit/src/transport/certificates.ts": "PEM, which is ASCII",
  "packages/provider-local/src/files/part-file.ts": own,
  "packages/provider-replay/src/script-file.ts": json,
  "packages/command-line/src/recipe-tests/case-model.ts": "a tape, written by Skein itself",
  "packages/runtime/src/checkpoints/plain-repository.ts": git,
  "packages/runtime/src/context/repository-state.ts": git,
  "packages/runtime/src/extensions/server-logs.ts": own,
  "packages/runtime/src/remembered-answers.ts": own,
  "packages/runtime/src/sandbox/kept-tiers.ts": own,
  "packages/runtime/src/sessions/import-session.ts": json,
  "packages/runtime/src/sessions/replay-recording.ts": json,
  "packages/sandbox/src/barrier/service-sockets.ts": kernel,
  "packages/sandbox/src/barrier/tier-facts.ts": kernel,
  "packages/sandbox/src/limits/cgroup-parent.ts": kernel,
  "packages/sandbox/src/limits/command-cgroup.ts": kernel,
  "packages/sandbox/src/network/sandbox-network.ts": kernel,
  "packages/sandbox/src/protected/call-records.ts": own,
  "packages/sandbox/src/protected/git-folder.ts": git,
  "packages/sandbox/src/protected/made-by-commands.ts": own,
  "packages/sandbox/src/protected/refs.ts": git,
  "packages/sandbox/src/protected/untrusted-files.ts": own,
  "packages/server-http/src/access/listen/private-file.ts": own,
  "packages/server-http/src/access/listen/server-record.ts": own,
  "packages/server-http/src/repeated/kept-requests.ts": own,
  "packages/session-transfer/src/import/read-foreign-file.ts": "sessions of other programs, in JSON",
  "packages/sessions/src/jsonl/lease-files.ts": own,
  "packages/sessions/src/removed-sessions.ts": own,
  "packages/settings/src/secrets/secret-file.ts": own,
  "packages/settings/src/trust/trust-records.ts": own,
};

const reads = /\breadFile(?:Sync)?\((?:[^;]*?,\s*)?(?:\{\s*encoding:\s*)?["']utf-?8["']/;
const unlisted = {
  what: "reads a file as UTF-8, whatever its encoding is",
  fix: "decode its bytes with readText of @skein/platform/text, or list the file and why in laws/text-reads.ts",
};
const outdated = {
  what: "is listed as a reader of UTF-8 but does not read it",
  fix: "remove it from laws/text-reads.ts",
};

/** Text of people goes through the one decoder: a file in UTF-16 that is read as UTF-8 is an agent without a name, or a secret that is not found. */
export function textReadProblems(workspace: Workspace): Problem[] {
  return listedDeedProblems(workspace, { pattern: reads, listed: utf8Readers, unlisted, outdated });
}
