type Listener = (isNear: boolean) => void;

interface Watch {
  readonly listeners: Map<Element, Listener>;
  readonly observer: IntersectionObserver;
}

const watches = new WeakMap<Element, Watch>();

/**
 * Tells whether an element is seen, or less than about a page away from what is seen, in the scrolled part of the page
 * that it is in. Returns what ends it.
 */
export function watchNearness(element: Element, onChange: Listener): () => void {
  const scrolled = element.closest("[data-scrolled]") ?? document.documentElement;
  const watch = watches.get(scrolled) ?? startWatch(scrolled);
  watch.listeners.set(element, onChange);
  watch.observer.observe(element);
  return () => {
    watch.listeners.delete(element);
    watch.observer.unobserve(element);
  };
}

function startWatch(scrolled: Element): Watch {
  const listeners = new Map<Element, Listener>();
  const observer = new IntersectionObserver(
    (entries) => {
      for (const { target, isIntersecting } of entries) listeners.get(target)?.(isIntersecting);
    },
    { root: scrolled, rootMargin: "1200px 0px" },
  );
  const watch = { listeners, observer };
  watches.set(scrolled, watch);
  return watch;
}
