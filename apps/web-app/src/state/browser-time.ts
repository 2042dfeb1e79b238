/** Before the next frame; soon, in a tab that draws none. */
export function nextFrame(work: () => void): void {
  if (document.hidden) setTimeout(work, 100);
  else requestAnimationFrame(work);
}

/** Lets the browser draw and handle input. */
export function pause(): Promise<void> {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.addEventListener("message", () => (port1.close(), resolve()));
    port1.start();
    port2.postMessage(undefined);
  });
}
