import type { ReactNode } from "react";
import type { PageWish } from "./wishes.ts";

const titles: Readonly<Record<PageWish["kind"], string>> = {
  tool: "May the page call this tool?",
  link: "Open this address?",
  message: "Send this message as yours?",
};

interface WishBoxProps {
  readonly wish: PageWish;
  readonly extension: string;
  readonly onAnswer: (isPermitted: boolean) => void;
}

/** What a page wants, exactly, outside of the page: it can neither draw here nor click. */
export function WishBox({ wish, extension, onAnswer }: WishBoxProps): ReactNode {
  return (
    <section className="approval" aria-label={titles[wish.kind]}>
      <h2>{titles[wish.kind]}</h2>
      <p className="approval-why">{`The page of ${extension} asks. ${wish.kind === "tool" ? wish.reason : ""}`}</p>
      <pre className="call-text" tabIndex={0} role="region" aria-label="What it wants">
        {wordsOf(wish)}
      </pre>
      <div className="row">
        <button type="button" onClick={() => onAnswer(true)}>
          {wish.kind === "tool" ? "Approve" : wish.kind === "link" ? "Open" : "Send"}
        </button>
        <button type="button" className="quiet" onClick={() => onAnswer(false)}>
          Reject
        </button>
      </div>
    </section>
  );
}

function wordsOf(wish: PageWish): string {
  if (wish.kind === "link") return wish.url;
  if (wish.kind === "message") return wish.text;
  return `${wish.tool}\n${JSON.stringify(wish.input, undefined, 2)}`;
}
