import { useRef, type ReactNode } from "react";
import { Block } from "./block.tsx";
import { blocksOf, type MarkdownBlocks } from "./blocks.ts";

interface MarkdownProps {
  readonly text: string;
  /** It streams in. */
  readonly isOpen?: boolean;
}

/** From so many blocks on, those that are not seen are not laid out. */
const manyBlocks = 40;

/** A reply that ends moves into the conversation: there it is not read again. */
let lastRead: MarkdownBlocks | undefined;

/** What a model has written. Of a text that grows, only the last block is read and drawn again. */
export function Markdown({ text, isOpen = false }: MarkdownProps): ReactNode {
  const before = useRef<MarkdownBlocks>(undefined);
  const now = blocksOf(text, before.current ?? lastRead);
  before.current = now;
  lastRead = now;
  const last = now.blocks.length - 1;
  return (
    <div className="markdown" data-long={now.blocks.length > manyBlocks ? "" : undefined}>
      {now.blocks.map((token, at) => (
        <Block key={at} token={token} isOpen={isOpen && at === last} />
      ))}
    </div>
  );
}
