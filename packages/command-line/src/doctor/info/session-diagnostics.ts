import { keptKeys, machineRedactor, type RedactorSources, namingRedactor } from "@skein/host/secrets";
import { mapStrings, type JsonValue, type SessionError } from "@skein/protocol";
import type { Sessions } from "@skein/runtime";

export interface DiagnosticsSources extends RedactorSources {
  readonly sessions: Pick<Sessions, "list" | "export">;
  /** Where the user is. Absolute. */
  readonly cwd: string;
}

/** What a face tells with the session, as JSON; secrets are hidden in it, too. */
export interface DiagnosticsFacts {
  /** Of the system, the versions and the face. */
  readonly environment: Readonly<Record<string, string | null>>;
  /** What was found by looking at the machine. */
  readonly findings: readonly object[];
  /** What is in force, or why that cannot be told. */
  readonly settings: object;
  readonly at: Date;
}

export interface SessionDiagnostics {
  /** The text of a JSON file. */
  readonly pieces: AsyncIterable<string>;
  /** Names of the secrets that are hidden in the pieces read until now. */
  readonly hidden: () => readonly string[];
  /** Why not all of the session could be read, once the pieces are read. */
  readonly damage: () => SessionError | undefined;
}

/** What a report of a fault needs: the session, the machine and what is in force there, without secrets. */
export async function sessionDiagnostics(
  { sessions, cwd, ...sources }: DiagnosticsSources,
  session: string,
  { at, environment, findings, settings }: DiagnosticsFacts,
): Promise<SessionDiagnostics> {
  const line = (await sessions.list(session)).find((one) => one.session === session);
  const folder = (line && ("summary" in line ? line.summary : line).cwd) ?? cwd;
  const { redactor, names } = namingRedactor(
    await machineRedactor(sources, folder, await keptKeys(sources, cwd)),
  );
  const { pieces, damage } = await sessions.export(session, {
    format: "json",
    bundle: { redactor, environment },
  });
  const message = damage()?.message;
  const head = {
    diagnostics: 1,
    at: at.toISOString(),
    environment,
    findings,
    settings,
    ...(message !== undefined && { damage: message }),
  };
  const plain = JSON.parse(JSON.stringify(head)) as JsonValue;
  const hidden = mapStrings(plain, (text) => redactor.redact(text)) as object;
  return { pieces: joined(hidden, pieces), hidden: names, damage };
}

/** One object: what is known of the machine, and the session's bundle in it as it stands. */
async function* joined(head: object, bundle: AsyncIterable<string>): AsyncGenerator<string> {
  yield `${JSON.stringify(head, undefined, 2).slice(0, -2)},\n  "session": `;
  yield* bundle;
  yield "}\n";
}
