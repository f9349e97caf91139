export type Failure = [place: Element, removed: Node[], error: unknown];

/**
 * React takes everything away when a part fails to render, so something outside of React shows what to do. It gets
 * what was taken away, too: what was typed is still in there.
 */
export function guardIsland(place: Element, show: (...failure: Failure) => void): void {
  let removed: Node[] = [];
  new MutationObserver((changes) => {
    removed = changes.flatMap(({ removedNodes }) => [...removedNodes]);
  }).observe(place, { childList: true });
  addEventListener('error', ({ error }) =>
    setTimeout(() => {
      if (!place.firstElementChild) show(place, removed, error);
    }),
  );
}
