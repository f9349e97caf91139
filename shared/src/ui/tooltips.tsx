import { useEffect, useRef } from 'react';

/** One tooltip for the whole page. Elements set its text with `data-tip`. Styles: menu.css. */
export function Tooltips() {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => (box.current ? followTips(box.current) : undefined), []);
  return <div ref={box} id="tooltip" className="tooltip" role="tooltip" popover="manual" />;
}

/** The delay before a tooltip opens, and the time after closing in which the next one opens without delay. */
export const TOOLTIP_DELAY_MS = 700;
export const TOOLTIP_SKIP_DELAY_MS = 300;
/** Long enough for the pointer to reach the tooltip. */
const LEAVE_MS = 100;
const GAP_PX = 6;

const TIP = '[data-tip]';

/**
 * Shows the `data-tip` text of the hovered or focused element in `box`. A row's link shows the tips of its
 * whole row, so that keyboard users need not stop at each cell. Esc closes the tooltip, and the pointer can
 * move onto it. Returns a cleanup function.
 */
export function followTips(box: HTMLElement): () => void {
  let shown: Element | null = null;
  let wanted: Element | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let closedAt = -Infinity;

  /** Closes the tooltip when its element is removed or its text changes. */
  const changes = new MutationObserver(() => {
    if (shown && (!shown.isConnected || tipOf(shown) !== box.textContent)) close();
  });

  const close = () => {
    clearTimeout(timer);
    changes.disconnect();
    wanted = null;
    if (!shown) return;
    shown.removeAttribute('aria-describedby');
    shown = null;
    closedAt = performance.now();
    box.hidePopover?.();
  };
  const open = (trigger: Element) => {
    close();
    if (!trigger.isConnected || !tipOf(trigger)) return;
    wanted = trigger;
    shown = trigger;
    box.textContent = tipOf(trigger);
    trigger.setAttribute('aria-describedby', box.id);
    box.showPopover?.();
    changes.observe(document.body, { childList: true, subtree: true, attributeFilter: ['data-tip'] });
    place(box, trigger.getBoundingClientRect());
  };
  const want = (trigger: Element | null) => {
    if (!trigger || trigger === wanted) return;
    clearTimeout(timer);
    wanted = trigger;
    if (trigger === shown) return;
    const isSkipping = shown !== null || performance.now() - closedAt < TOOLTIP_SKIP_DELAY_MS;
    timer = setTimeout(() => open(trigger), isSkipping ? 0 : TOOLTIP_DELAY_MS);
  };
  const leave = () => {
    clearTimeout(timer);
    wanted = null;
    timer = setTimeout(close, LEAVE_MS);
  };

  const onPointerOver = ({ target, pointerType }: PointerEvent) => {
    if (pointerType === 'touch' || !(target instanceof Element)) return;
    if (box.contains(target)) return want(shown);
    const trigger = target.closest(`${TIP}, [data-row-link]`);
    if (trigger && tipOf(trigger)) want(trigger);
    else if (wanted && !isFocused(wanted)) leave();
  };
  const onFocus = ({ target }: FocusEvent) => {
    if (!(target instanceof Element) || !target.matches(':focus-visible')) return;
    if (tipOf(target)) want(target);
  };
  const onBlur = ({ target }: FocusEvent) => {
    if (target === wanted || target === shown) close();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || !shown) return;
    // Esc must not trigger anything else.
    event.preventDefault();
    event.stopPropagation();
    close();
  };
  const listening = new AbortController();
  const { signal } = listening;
  document.addEventListener('pointerover', onPointerOver, { signal });
  document.addEventListener('pointerdown', close, { signal });
  document.addEventListener('focusin', onFocus, { signal });
  document.addEventListener('focusout', onBlur, { signal });
  document.addEventListener('keydown', onKeyDown, { signal, capture: true });
  addEventListener('scroll', close, { signal, capture: true, passive: true });
  return () => {
    close();
    listening.abort();
  };
}

const isFocused = (element: Element) => element === document.activeElement;

function tipOf(trigger: Element): string {
  const own = trigger.getAttribute('data-tip');
  if (own) return own;
  // The order of the current row is shown beside the list.
  const row = trigger.matches('[data-row-link]:not([aria-current])') ? trigger.closest('tr, li') : null;
  return [...(row?.querySelectorAll(TIP) ?? [])].map((cell) => cell.getAttribute('data-tip')).join('\n');
}

/** Places the box below the trigger, or above it if there is no room, and always inside the window. */
function place(box: HTMLElement, trigger: DOMRect): void {
  const { width, height } = box.getBoundingClientRect();
  const left = Math.max(GAP_PX, Math.min(trigger.left, innerWidth - width - GAP_PX));
  const hasRoomBelow = trigger.bottom + GAP_PX + height <= innerHeight;
  const top = hasRoomBelow ? trigger.bottom + GAP_PX : Math.max(GAP_PX, trigger.top - GAP_PX - height);
  box.style.left = `${left}px`;
  box.style.top = `${top}px`;
}
