/** How long the pointer or the focus rests before a tooltip opens, and how soon another one opens at once. */
export const TOOLTIP_DELAY_MS = 700;
export const TOOLTIP_SKIP_DELAY_MS = 300;
/** Long enough for the pointer to cross the gap onto the tooltip itself. */
const LEAVE_MS = 100;
const GAP_PX = 6;

const TIP = '[data-tip]';

/**
 * Shows in `box` what `data-tip` says of the element under the pointer or with the focus. A row's link tells of its whole row, so
 * that the keyboard needs no stop in each cell. Esc closes it; the pointer may rest on it. Gives the function that ends it.
 */
export function followTips(box: HTMLElement): () => void {
  let shown: Element | null = null;
  let wanted: Element | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let closedAt = -Infinity;

  /** Another view, or other news, may take away what the tooltip is about while the pointer rests. */
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
    box.hidePopover();
  };
  const open = (trigger: Element) => {
    close();
    if (!trigger.isConnected) return;
    shown = trigger;
    box.textContent = tipOf(trigger);
    trigger.setAttribute('aria-describedby', box.id);
    box.showPopover();
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
    // The key is spent: it leads nowhere else.
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
  const row = trigger.matches('[data-row-link]') ? trigger.closest('tr, li') : null;
  return [...(row?.querySelectorAll(TIP) ?? [])].map((cell) => cell.getAttribute('data-tip')).join('\n');
}

/** Below the trigger, above it where there is no room, and never beyond the window. */
function place(box: HTMLElement, trigger: DOMRect): void {
  const { width, height } = box.getBoundingClientRect();
  const left = Math.max(GAP_PX, Math.min(trigger.left, innerWidth - width - GAP_PX));
  const hasRoomBelow = trigger.bottom + GAP_PX + height <= innerHeight;
  const top = hasRoomBelow ? trigger.bottom + GAP_PX : Math.max(GAP_PX, trigger.top - GAP_PX - height);
  box.style.left = `${left}px`;
  box.style.top = `${top}px`;
}
