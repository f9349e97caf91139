import { useEffect, useRef } from 'react';
import { followTips } from './follow-tips.ts';

/** One tooltip for the whole page. Elements set its text with `data-tip`. Styles: tooltips.css. */
export function Tooltips() {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => (box.current ? followTips(box.current) : undefined), []);
  return <div ref={box} id="tooltip" className="tooltip" role="tooltip" popover="manual" />;
}
