import { useRef, useState, type FocusEvent, type ReactNode } from 'react';

const UNKNOWN =
  'We couldn’t find this order number. You can still send the form, and we’ll contact you to sort it out.';

/** Says when no order has this number. Never blocks, and says nothing if it cannot be checked. */
export function OrderHint({ children }: { children: ReactNode }) {
  const [hint, setHint] = useState('');
  const asked = useRef('');
  const forget = () => {
    asked.current = '';
    setHint('');
  };
  const look = async ({ target }: FocusEvent<HTMLElement>) => {
    const number = target instanceof HTMLInputElement ? target.value.trim() : '';
    if (!number || number === asked.current) return;
    asked.current = number;
    const { isUnknownOrder } = await import('./verify-order.ts');
    if ((await isUnknownOrder(number)) && asked.current === number) setHint(UNKNOWN);
  };
  return (
    <div className="stack" onInput={forget} onBlur={(event) => void look(event).catch(forget)}>
      {children}
      <p className="live-hint order-hint" role="status">
        {hint}
      </p>
    </div>
  );
}
