import { useEffect, useRef } from 'react';
import { followTips } from './follow-tips.ts';

/** One tooltip for a whole page: any element below it says by `data-tip` what it shortens. Styles: tooltips.css. */
export function Tooltips() {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => (box.current ? followTips(box.current) : undefined), []);
  return <div ref={box} id="tooltip" className="tooltip" role="tooltip" popover="manual" />;
}
