import { exitCodes, messageOf } from "@skein/protocol";
import type { CiJob, CiPorts, CiRun } from "./ci-ports.ts";
import type { Thread } from "./event/ci-event.ts";
import { putComment } from "./github/thread-comments.ts";
import { answerText, footText, workingText } from "./report/answer-text.ts";
import { shortenComment, shortenSummary } from "./report/shorten.ts";

/** A run, with its text as Markdown that is safe to show. */
export interface Answer extends CiRun {
  /** Writes what stands beside lines of the change. */
  readonly besideLines?: () => Promise<unknown>;
}

/** Where an answer goes. */
export interface Delivery {
  /** @returns the exit code: the run's, unless the answer could not be written. */
  deliver(answer: Answer): Promise<number>;
}

export interface DeliveryWish {
  /** Whose comment it is; `undefined`: no comment is written. */
  readonly thread: Thread | undefined;
  /** What the comment begins with. */
  readonly mark: string;
  /** The comment that is there. */
  readonly own: number | undefined;
  readonly job: CiJob;
}

/** Writes the comment before anything is spent: a job that may not do so says it here. Throws `ConfigError`. */
export async function openDelivery(
  { thread, mark, own, job }: DeliveryWish,
  ports: Omit<CiPorts, "run" | "review">,
): Promise<Delivery> {
  const id =
    thread && (await putComment(ports.api, thread, { id: own, body: `${mark}\n${workingText(job)}` }));
  const rest = job.url === undefined ? "the summary of the run" : `[the summary of the run](${job.url})`;
  return {
    async deliver(answer) {
      const body = ports.redact(answerText(answer));
      const foot = footText(answer, job);
      await ports.writeSummary(shortenSummary(`${body}${foot}`));
      await ports.writeOutputs(outputsOf(answer));
      try {
        if (thread)
          await putComment(ports.api, thread, { id, body: shortenComment(`${mark}\n${body}`, foot, rest) });
      } catch (error) {
        ports.say("error", `${messageOf(error)} The answer is in the summary of the run.`);
        return answer.exitCode === exitCodes.done ? exitCodes["not-started"] : answer.exitCode;
      }
      // All of it is in the comment already.
      await answer
        .besideLines?.()
        .catch((error: unknown) =>
          ports.say("warning", `No finding stands beside its line. ${messageOf(error)}`),
        );
      return answer.exitCode;
    },
  };
}

/** An event that starts nothing is no failure. */
export async function deliverNothing(
  why: string,
  { say, writeOutputs }: Pick<CiPorts, "say" | "writeOutputs">,
): Promise<number> {
  say("notice", `Nothing to do. ${why}`);
  await writeOutputs({ outcome: "skipped", "session-id": "", "cost-usd": "" });
  return exitCodes.done;
}

function outputsOf({ outcome, sessions, costUsd }: Answer): Readonly<Record<string, string>> {
  return {
    outcome,
    "session-id": sessions.join(" "),
    "cost-usd": costUsd === undefined ? "" : String(costUsd),
  };
}
