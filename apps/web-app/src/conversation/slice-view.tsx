import { memo, startTransition, useLayoutEffect, useRef, useState, type ReactNode } from "react";
import { isSameSlice, type ItemSlice } from "./item-slices.ts";
import { ItemView } from "./item-view.tsx";
import { watchNearness } from "./nearness.ts";

interface SliceViewProps {
  readonly slice: ItemSlice;
  /** It is drawn from the first frame on. */
  readonly isAtEnd: boolean;
}

/** Items that are drawn while they are near what is seen; otherwise their height is kept free. */
export const SliceView = memo(
  ({ slice, isAtEnd }: SliceViewProps): ReactNode => {
    const element = useRef<HTMLDivElement>(null);
    const height = useRef(slice.heightGuess);
    const [isNear, setNear] = useState(isAtEnd);
    useLayoutEffect(() => {
      const node = element.current;
      if (!node) return undefined;
      return watchNearness(node, (now) => {
        if (!now && node.childElementCount > 0) height.current = node.offsetHeight;
        startTransition(() => setNear(now));
      });
    }, []);
    return (
      <div
        ref={element}
        className="slice"
        data-first-seq={slice.firstSeq}
        style={isNear ? undefined : { height: height.current }}
      >
        {isNear ? slice.items.map((item) => <ItemView key={item.id} item={item} />) : undefined}
      </div>
    );
  },
  (one, other) => isSameSlice(one.slice, other.slice) && one.slice.key === other.slice.key,
);
