import type { CallItem, CallResult } from "@skein/session-view";
import { useEffect, useRef, useState, type ReactNode } from "react";
import { inputOf } from "../conversation/call-input.ts";
import { useSessionId } from "../state/current-session.tsx";
import { server } from "../state/server.ts";
import { useSelected } from "../state/store.ts";
import { useLoaded } from "../state/use-loaded.ts";
import { ProblemBox } from "../ui/problem-box.tsx";
import { useMediaQuery } from "../ui/use-media-query.ts";
import { pageBridge, type PageBridge } from "./page-bridge.ts";
import { pageContext } from "./page-context.ts";
import { failedCall, resultOfCall, toolResultOf } from "./tool-result.ts";
import { WishBox } from "./wish-box.tsx";
import { wishList, type WishList } from "./wishes.ts";

interface ResultPageProps {
  readonly call: CallItem;
  readonly callId: string;
  readonly result: CallResult;
  readonly extension: string;
}

/** The page of an extension that shows a call's result, in a frame from another origin. */
export default function ResultPage({ call, callId, result, extension }: ResultPageProps): ReactNode {
  const session = useSessionId();
  const isHere = ["127.0.0.1", "localhost"].includes(location.hostname);
  const { value, problem } = useLoaded(`${session} ${callId}`, (signal) =>
    isHere ? server.useApp({ session, call: callId }, { signal }) : Promise.resolve({ urls: [] }),
  );
  const urls = value && "urls" in value ? value.urls : [];
  const url = urls.find((one) => new URL(one).hostname !== location.hostname);
  const frame = useRef<HTMLIFrameElement>(null);
  const bridge = useRef<PageBridge>(undefined);
  const [wishes] = useState(wishList);
  const [asked] = useSelected(wishes.store, (all) => all);
  const [height, setHeight] = useState(200);
  const isDark = useMediaQuery("(prefers-color-scheme: dark)");

  useEffect(() => {
    if (url === undefined) return undefined;
    const { callTool, openLink, sendMessage } = pageWorks({ session, call: callId, wishes });
    bridge.current = pageBridge({
      post: (message) => frame.current?.contentWindow?.postMessage(message, "*"), // it has no origin to name
      context: () =>
        pageContext(matchMedia("(prefers-color-scheme: dark)").matches, frame.current?.clientWidth ?? 600),
      input: inputOf(call),
      result: resultOfCall(result),
      callTool,
      openLink,
      sendMessage,
      resize: setHeight,
    });
    const listen = ({ source, data }: MessageEvent<unknown>): void => {
      if (source !== null && source === frame.current?.contentWindow) bridge.current?.receive(data);
    };
    addEventListener("message", listen);
    return () => {
      removeEventListener("message", listen);
      wishes.end();
    };
  }, [url]); // oxlint-disable-line -- a result does not change
  useEffect(() => bridge.current?.contextChanged(), [isDark]);

  if (!isHere)
    return (
      <p className="quiet">Pages of extensions are shown in a browser on the machine that Skein runs on.</p>
    );
  return (
    <>
      {problem ? <ProblemBox problem={problem} /> : undefined}
      {url === undefined ? undefined : (
        <iframe
          ref={frame}
          className="result-page"
          src={url}
          height={height}
          sandbox="allow-scripts allow-forms"
          referrerPolicy="no-referrer"
          title={`Page of ${extension}`}
        />
      )}
      {asked ? <WishBox wish={asked.wish} extension={extension} onAnswer={asked.answer} /> : undefined}
    </>
  );
}

interface PageWorksParts {
  readonly session: string;
  readonly call: string;
  readonly wishes: WishList;
}

function pageWorks({ session, call, wishes }: PageWorksParts) {
  async function callTool(tool: string, input: object): Promise<object> {
    try {
      const first = await server.useApp({ session, call, tool, input });
      if ("content" in first) return toolResultOf(first);
      if (!("asks" in first)) return failedCall("It could not be called.");
      const { tool: named, reason } = first.asks;
      if (!(await wishes.ask({ kind: "tool", tool: named, input, reason })))
        return failedCall("The user has rejected this call. Do not repeat it.");
      const end = await server.useApp({ session, call, tool, input, isApproved: true });
      return "content" in end ? toolResultOf(end) : failedCall("It was not permitted.");
    } catch (error) {
      return failedCall(error instanceof Error ? error.message : "It could not be called.");
    }
  }

  async function openLink(url: string): Promise<boolean> {
    const isPermitted = await wishes.ask({ kind: "link", url });
    if (isPermitted) open(url, "_blank", "noopener,noreferrer");
    return isPermitted;
  }

  async function sendMessage(text: string): Promise<boolean> {
    if (!(await wishes.ask({ kind: "message", text }))) return false;
    await server.sendMessage({ session, input: [{ type: "text", text }] });
    return true;
  }

  return { callTool, openLink, sendMessage };
}
