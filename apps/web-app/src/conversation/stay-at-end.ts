import { useCallback, useEffect, useRef, useState, type RefObject } from "react";

/** Nearer to the end than this counts as the end, in pixels. */
const nearEnd = 48;

/** Keeps a scrolled element at its end while it stands there, however its content grows. */
export function useStayAtEnd(scrolled: RefObject<HTMLElement | null>): {
  readonly isAtEnd: boolean;
  readonly goToEnd: () => void;
} {
  const stays = useRef(true);
  const [isAtEnd, setAtEnd] = useState(true);
  const goToEnd = useCallback(() => {
    const node = scrolled.current;
    if (!node) return;
    stays.current = true;
    node.scrollTop = node.scrollHeight;
  }, [scrolled]);
  useEffect(() => {
    const node = scrolled.current;
    if (!node) return undefined;
    let lastTop = node.scrollTop;
    const onScroll = () => {
      const isNear = node.scrollHeight - node.scrollTop - node.clientHeight < nearEnd;
      // Content that grows moves nothing up; only a person does.
      if (isNear) stays.current = true;
      else if (node.scrollTop < lastTop) stays.current = false;
      lastTop = node.scrollTop;
      setAtEnd(isNear || stays.current);
    };
    const onSize = () => {
      if (stays.current) node.scrollTop = node.scrollHeight;
    };
    node.addEventListener("scroll", onScroll, { passive: true });
    const sizes = new ResizeObserver(onSize);
    sizes.observe(node);
    for (const child of node.children) sizes.observe(child);
    return () => {
      node.removeEventListener("scroll", onScroll);
      sizes.disconnect();
    };
  }, [scrolled]);
  return { isAtEnd, goToEnd };
}
