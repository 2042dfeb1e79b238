import { counted } from "@skein/protocol";
import type { Recording } from "@skein/runtime";
import { cleanText, type Paint } from "@skein/terminal";
import { isSame, type ReplaySummary, type ReplayDifference } from "@skein/runtime";

/** Notes that are shown of one kind. */
const mostNotes = 5;

/** How a replay came out, for people. */
export function* replayLines(recording: Recording, replay: ReplaySummary, paint: Paint): Generator<string> {
  const { runs, requests, equal, differences, unhashed } = replay;
  yield paint("bold", "session" in recording ? recording.session : cleanText(recording.path));
  const verdict =
    requests === 0
      ? "no model was asked"
      : isSame(replay)
        ? `all ${equal} came out again, byte for byte`
        : `${equal} came out again, ${differences.length} did not`;
  yield `${counted(runs, "run")}, ${counted(requests, "request")}: ${paint(isSame(replay) ? "success" : "error", verdict)}`;
  const [first] = differences;
  if (first) yield* differenceLines(first, paint);
  const others = differences.slice(1, 1 + mostNotes);
  if (others.length > 0) yield "Others:";
  for (const one of others) yield `  ${place(one)}: ${clip(one.difference ?? "")}`;
  if (differences.length > 1 + mostNotes) yield `  … ${differences.length - 1 - mostNotes} more`;
  if (unhashed > 0) {
    yield paint("dim", `${counted(unhashed, "request")} before a scrub: what was hidden cannot be compared.`);
  }
  yield* notes(
    "Not replayed:",
    replay.unreplayable.map(({ seq, why }) => `entry ${seq}: ${why}`),
    paint,
  );
  yield* notes(
    "Written differently, though the requests are the same:",
    replay.drift.map(({ seq, kind, difference }) => `${kind}${seq ? ` (entry ${seq})` : ""}: ${difference}`),
    paint,
  );
}

/** The first difference: where it is, and both sides of it on lines of their own. */
function* differenceLines(first: ReplayDifference, paint: Paint): Generator<string> {
  yield "";
  yield `First difference: ${place(first)}`;
  const difference = cleanText(first.difference ?? "");
  const parts = /^(\/\S*): recorded ([^]*), now ([^]*)\.$/.exec(difference);
  if (!parts) return yield `  ${difference}`;
  const [, path = "", recorded = "", now = ""] = parts;
  yield `  at        ${path}`;
  yield paint("removed", `  recorded  ${recorded}`);
  yield paint("added", `  now       ${now}`);
  yield "";
}

function* notes(title: string, texts: readonly string[], paint: Paint): Generator<string> {
  if (texts.length === 0) return;
  yield paint("dim", title);
  for (const text of texts.slice(0, mostNotes)) yield paint("dim", `  ${clip(text)}`);
  if (texts.length > mostNotes) yield paint("dim", `  … ${texts.length - mostNotes} more`);
}

function place({ seq, run }: ReplayDifference): string {
  return seq === undefined ? `a request of run ${run}` : `the request of entry ${seq}`;
}

function clip(text: string): string {
  const clean = cleanText(text);
  return clean.length <= 200 ? clean : `${clean.slice(0, 199)}…`;
}
