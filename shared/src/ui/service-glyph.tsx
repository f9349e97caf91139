import type { ReactNode } from 'react';
import type { ServiceId } from '../catalog/ids.ts';

/** A page layout, a sound wave, and a pause sign, all on a 32 px grid. */
const DRAWINGS: Record<ServiceId, ReactNode> = {
  website: (
    <>
      <rect x="3.5" y="5.5" width="25" height="21" rx="3" />
      <path d="M3.5 11.5h25M8 16.5h8M8 21.5h5M20 16.5h4.5v5H20z" />
    </>
  ),
  voice: <path d="M4 14v4M9 10v12M14 5v22M19 11v10M24 8v16M29 14v4" />,
  onhold: (
    <>
      <path d="M16 3.5a12.5 12.5 0 1 1-11.8 8.4" />
      <path d="M12.5 11.5v9M19.5 11.5v9" />
    </>
  ),
};

export function ServiceGlyph({ id }: { id: ServiceId }) {
  return (
    <svg className="service-glyph" viewBox="0 0 32 32" width="32" height="32" aria-hidden="true">
      <g fill="none" stroke="currentColor" strokeWidth="2" strokeLinecap="round" strokeLinejoin="round">
        {DRAWINGS[id]}
      </g>
    </svg>
  );
}
