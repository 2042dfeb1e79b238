import type { CallItem } from "@skein/session-view";
import type { ReactNode } from "react";
import { DiffView } from "../changes/diff-view.tsx";
import { useSessionPart } from "../state/current-session.tsx";
import { changeOf, resultText } from "./call-fact.ts";
import { commandOf, inputOf } from "./call-input.ts";
import { MediaPart } from "./media-part.tsx";

/** All of a call: what it was started with, what it prints, what it came to, and why it was permitted. */
export function CallBody({ call }: { readonly call: CallItem }): ReactNode {
  const change = changeOf(call);
  const media = call.result?.content.filter(({ type }) => type !== "text") ?? [];
  return (
    <div className="call-body">
      <CallInput call={call} hasChange={change !== undefined} />
      {change === undefined ? <CallOutput call={call} /> : <DiffView diff={change} name={call.tool ?? ""} />}
      {media.map((part, at) => (
        <MediaPart key={at} part={part} />
      ))}
      {call.decision ? (
        <p className="call-why">
          {`${verdicts[call.decision.verdict]} by ${call.decision.by}.`}
          {call.decision.reason === undefined ? "" : ` ${call.decision.reason}`}
        </p>
      ) : undefined}
    </div>
  );
}

const verdicts = { allow: "Allowed", ask: "Asked", deny: "Denied" } as const;

function CallInput({ call, hasChange }: { readonly call: CallItem; readonly hasChange: boolean }): ReactNode {
  const input = inputOf(call);
  const command = commandOf(input);
  if (command !== undefined) return <Pre label="Command">{command}</Pre>;
  if (hasChange) return undefined;
  const text = input === undefined ? (call.raw ?? "") : JSON.stringify(input, undefined, 2);
  return text === "" || text === "{}" ? undefined : <Pre label="Input">{text}</Pre>;
}

function CallOutput({ call }: { readonly call: CallItem }): ReactNode {
  const running = useSessionPart(({ view }) =>
    call.callId === undefined ? undefined : view.conversation.output[call.callId],
  );
  const text = call.result ? resultText(call) : (running ?? "");
  return text === "" ? undefined : <Pre label="Output">{text}</Pre>;
}

function Pre({ label, children }: { readonly label: string; readonly children: string }): ReactNode {
  return (
    <pre className="call-text" tabIndex={0} role="region" aria-label={label}>
      {children}
    </pre>
  );
}
