import { SessionError, type Entry, type Redactor } from "@skein/protocol";
import { salvageJournal } from "@skein/sessions";
import type { SessionStores } from "./stores.ts";
import { loadSessionTransferExport } from "../later.ts";

export const exportFormats = ["json", "markdown", "yaml", "html"] as const;
export type ExportFormat = (typeof exportFormats)[number];

export interface ExportOptions {
  readonly format: ExportFormat;
  /** Do not clip long texts. JSON and YAML are never clipped. */
  readonly full?: boolean;
  /** IANA time zone for Markdown and HTML. Default UTC. */
  readonly timeZone?: string;
  /** For a bug report, `json` only: redacts secrets and includes these facts about the machine. */
  readonly bundle?: {
    readonly redactor: Redactor;
    readonly environment: Readonly<Record<string, string | null>>;
  };
}

/** An exported session as a stream of chunks. */
export interface Exported {
  readonly pieces: AsyncIterable<string>;
  /** Damage found in the journal, known once all chunks were read; they contain everything before it. */
  readonly damage: () => SessionError | undefined;
}

/** Throws `SessionError` `not-found`. */
export async function exportSession(
  { journals }: SessionStores,
  session: string,
  options: ExportOptions,
): Promise<Exported> {
  const { entries, damage } = await salvageJournal(journals, session);
  if (entries.length === 0) {
    throw damage ?? new SessionError("not-found", `There is no session ${session}.`);
  }
  let lost: SessionError | undefined;
  const blob = (hash: string) =>
    journals.blob(session, hash).catch((error: unknown) => {
      if (!SessionError.is(error) || error.code !== "damaged") throw error;
      lost = error;
      return undefined;
    });
  return { pieces: written({ session, entries, blob }, options), damage: () => damage ?? lost };
}

interface Source {
  readonly session: string;
  readonly entries: readonly Entry[];
  readonly blob: (hash: string) => Promise<Uint8Array | undefined>;
}

async function* written(source: Source, options: ExportOptions): AsyncGenerator<string> {
  const forms = await loadSessionTransferExport();
  const { session, entries } = source;
  const { format, full = false, timeZone = "UTC", bundle } = options;
  switch (format) {
    case "json":
      yield* forms.writeBundle(source, {
        at: Date.now(),
        ...(bundle && {
          environment: bundle.environment,
          redact: (text: string) => bundle.redactor.redact(text),
        }),
      });
      return;
    case "yaml":
      yield await forms.writeYaml(forms.sessionView(session, entries));
      return;
    case "markdown":
      yield* forms.writeMarkdown(session, entries, { full, timeZone });
      return;
    case "html":
      yield* forms.writeHtml(session, entries, { full, timeZone });
  }
}
