import { release } from "node:os";
import { version } from "../version.ts";

/** What a bug report needs to know of the machine. */
export function machineFacts(): Readonly<Record<string, string | null>> {
  const { platform, arch, versions, env } = process;
  return {
    skein: version,
    node: versions.node,
    platform,
    arch,
    release: release(),
    terminal: env["TERM_PROGRAM"] ?? env["TERM"] ?? null,
    locale: Intl.DateTimeFormat().resolvedOptions().locale,
  };
}
