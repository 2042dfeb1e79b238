import type { CallItem } from "@skein/session-view";
import { lazy, Suspense, useEffect, useRef, useState, type ReactNode } from "react";
import { loadResultPage } from "../later.ts";

const ResultPage = lazy(loadResultPage);

/**
 * The page of a call whose result has one. It opens by itself when the result comes while one looks; that of an earlier
 * result opens by a button, because it starts the servers of the session.
 */
export function CallPage({ call }: { readonly call: CallItem }): ReactNode {
  const { result, callId } = call;
  const wasThere = useRef(result !== undefined);
  const [isOpen, setOpen] = useState(false);
  useEffect(() => {
    if (result?.app && !wasThere.current) setOpen(true);
  }, [result]);
  if (!result?.app || callId === undefined) return undefined;
  const { extension } = result.app;
  return (
    <div className="call-page">
      <button type="button" className="quiet" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        {isOpen ? "Close the page" : `Show the page of ${extension}`}
      </button>
      {isOpen ? (
        <Suspense>
          <ResultPage call={call} callId={callId} result={result} extension={extension} />
        </Suspense>
      ) : undefined}
    </div>
  );
}
